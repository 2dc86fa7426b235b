import CLinux
import Glibc
import OrielPlatform
import OrielWaylandProtocols
import SystemPackage

/// Accepts URI lists dropped on our surfaces with one seat's pointer (`wl_data_device`).
final class DropTarget {
    /// MIME type that file managers and browsers offer.
    private static let kind = "text/uri-list"
    /// Maximum number of MIME types kept per offer.
    private static let kindLimit = 256

    /// A data offer: from a drag, or the selection.
    private final class Offer {
        let object: WlDataOffer
        var kinds: Set<String> = []
        /// True if the compositor and the source agreed on the copy action.
        var isGranted = false

        init(_ object: WlDataOffer) { self.object = object }
    }

    private let device: WlDataDevice
    private unowned let seat: Seat
    private var offers: [Offer] = []
    /// The offer being dragged over one of our surfaces, and whether that surface accepts it.
    private var dragged: (offer: Offer, surface: WlSurface, isWanted: Bool)?
    private var readings: [DropReading] = []

    init(_ manager: WlDataDeviceManager, seat: Seat) {
        self.seat = seat
        device = manager.getDataDevice(seat: seat.object)
        device.onEvent = { [weak self] in self?.handle($0) }
    }

    func end() {
        for reading in readings { reading.cancel() }
        readings = []
        for offer in offers { offer.object.destroy() }
        offers = []
        dragged = nil
        if device.supportsRelease { device.release() } else { device.abandon() }
    }

    private func handle(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let object): adopt(object)
        case .enter(let serial, let surface, _, _, let object): enter(serial, surface, object)
        case .motion: break
        case .leave: leave()
        case .drop: drop()
        // The clipboard isn't used here.
        case .selection(let object): forget(object)
        }
    }

    private func adopt(_ object: WlDataOffer) {
        let offer = Offer(object)
        offers.append(offer)
        object.onEvent = { [weak offer] event in
            guard let offer else { return }
            switch event {
            case .offer(let kind): if offer.kinds.count < Self.kindLimit { offer.kinds.insert(kind) }
            case .action(let action): offer.isGranted = action == .copy
            case .sourceActions: break
            }
        }
    }

    private func forget(_ object: WlDataOffer?) {
        guard let index = offers.firstIndex(where: { $0.object === object }) else { return }
        offers.remove(at: index).object.destroy()
    }

    private func enter(_ serial: UInt32, _ surface: WlSurface?, _ object: WlDataOffer?) {
        leave()
        guard let surface, let offer = offers.first(where: { $0.object === object }) else { return }
        let isWanted = offer.kinds.contains(Self.kind) && seat.wantsDrop(on: surface)
        offer.object.accept(serial: serial, mimeType: isWanted ? Self.kind : nil)
        if offer.object.supportsSetActions {
            let action: WlDataDeviceManager.DndAction = isWanted ? .copy : .none
            offer.object.setActions(dndActions: action, preferredAction: action)
        }
        dragged = (offer, surface, isWanted)
    }

    private func leave() {
        guard let dragged else { return }
        self.dragged = nil
        forget(dragged.offer.object)
    }

    private func drop() {
        guard let (offer, surface, isWanted) = dragged else { return }
        dragged = nil
        guard isWanted, let loop = seat.loop else { return forget(offer.object) }
        var ends: [CInt] = [-1, -1]
        guard oriel_pipe(&ends) == 0 else { return forget(offer.object) }
        offer.object.receive(mimeType: Self.kind, fd: ends[1])
        // While this process holds the write end, the pipe never reports end of file.
        close(ends[1])
        let end = Descriptor(owning: ends[0])
        var reading: DropReading?
        // If the loop can't watch the pipe, the drop is ignored.
        do throws(PlatformError) {
            reading = try DropReading(end, loop) { [weak self, weak surface] bytes in
                self?.readings.removeAll { $0 === reading }
                reading = nil
                if bytes != nil, offer.object.supportsFinish, offer.isGranted { offer.object.finish() }
                self?.forget(offer.object)
                guard let bytes, let surface else { return }
                self?.seat.deliver(drop: PathText.string(bytes), on: surface)
            }
        } catch { return forget(offer.object) }
        if let reading { readings.append(reading) }
    }
}
