import CLinux
import Glibc
import OrielPlatform
import OrielWaylandProtocols
import SystemPackage

/// One seat's drops and clipboard (`wl_data_device`): accepts URI lists dropped on our surfaces, and reads the
/// clipboard on request.
final class DataDevice {
    /// MIME type that file managers and browsers offer.
    private static let kind = "text/uri-list"
    /// MIME types of a clipboard's text, the best first. The last ones are X11's, from programs that run in Xwayland.
    private static let clipboardKinds = [
        kind, "text/plain;charset=utf-8", "text/plain;charset=UTF-8", "UTF8_STRING", "text/plain", "STRING",
    ]
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
    private var readings: [OfferReading] = []
    /// The clipboard; nil if it is empty, or if none of our surfaces has had the keyboard focus yet.
    private var selection: Offer?
    /// The reading of the clipboard; a new one replaces it.
    private var pasting: OfferReading?

    init(_ manager: WlDataDeviceManager, seat: Seat) {
        self.seat = seat
        device = manager.getDataDevice(seat: seat.object)
        device.onEvent = { [weak self] in self?.handle($0) }
    }

    func end() {
        for reading in readings { reading.cancel() }
        readings = []
        pasting?.cancel()
        (pasting, selection) = (nil, nil)
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
        case .selection(let object): select(object)
        }
    }

    /// Keeps the new clipboard's offer instead of the former one's.
    private func select(_ object: WlDataOffer?) {
        let former = selection
        selection = offers.first { $0.object === object }
        if let former, former !== selection { forget(former.object) }
    }

    /// Reads the clipboard's text; a second call before the answer replaces the first, which gets none.
    /// - Parameter done: called from the loop, or at once without a text.
    func readClipboard(_ done: @escaping (ClipboardText) -> Void) {
        pasting?.cancel()
        pasting = nil
        guard let loop = seat.loop, let offer = selection,
            let kind = Self.clipboardKinds.first(where: offer.kinds.contains)
        else { return done(.none) }
        pasting = read(kind, of: offer, loop) { [weak self] bytes in
            self?.pasting = nil
            done(bytes.map { .text(PathText.string($0)) } ?? .unreadable)
        }
        if pasting == nil { done(.unreadable) }
    }

    /// Requests an offer's data and reads it.
    /// - Returns: nil if the system refuses a pipe, or the loop can't watch it; `done` isn't called then.
    private func read(
        _ kind: String, of offer: Offer, _ loop: EventLoop, _ done: @escaping ([UInt8]?) -> Void
    ) -> OfferReading? {
        var ends: [CInt] = [-1, -1]
        guard oriel_pipe(&ends) == 0 else { return nil }
        offer.object.receive(mimeType: kind, fd: ends[1])
        // While this process holds the write end, the pipe never reports end of file.
        close(ends[1])
        let end = Descriptor(owning: ends[0])
        do throws(PlatformError) { return try OfferReading(end, loop, done) } catch { return nil }
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
        var reading: OfferReading?
        reading = read(Self.kind, of: offer, loop) { [weak self, weak surface] bytes in
            self?.readings.removeAll { $0 === reading }
            reading = nil
            if bytes != nil, offer.object.supportsFinish, offer.isGranted { offer.object.finish() }
            self?.forget(offer.object)
            guard let bytes, let surface else { return }
            self?.seat.deliver(drop: PathText.string(bytes), on: surface)
        }
        // If the loop can't watch the pipe, the drop is ignored.
        guard let reading else { return forget(offer.object) }
        readings.append(reading)
    }
}
