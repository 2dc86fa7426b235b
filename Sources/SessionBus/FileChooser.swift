import CSessionBus
import Glibc
public import OrielPlatform
import SystemPackage

/// One question of the desktop's own dialogue which files to open (`org.freedesktop.portal.FileChooser`), on a connection of its own
/// that lasts as long. The loop's thread only; the loop must outlive it.
public final class FileChooser {
    private let bus: SessionBus
    private var chosen: [String] = []
    private var isAnswered = false
    private let answer: (Result<[String], PlatformError>) -> Void

    /// More than this nobody chooses.
    private static let limit = 10_000

    /// Asks the portal, which the bus starts if need be; it shows the dialogue.
    /// - Parameters:
    ///   - parent: the handle of the Wayland window in front of which it shows it; nil for none.
    ///   - address: of the bus; nil takes the user's.
    ///   - answer: called once, from the loop: addresses (URIs), none where nothing was chosen, or why nothing could be.
    /// - Throws: as `SessionBus.init` does.
    public init(
        loop: EventLoop, title: String, parent: String? = nil, address: String? = nil,
        answer: @escaping (Result<[String], PlatformError>) -> Void
    ) throws(PlatformError) {
        self.answer = answer
        bus = try SessionBus(loop: loop, address: address)
        let context = Unmanaged.passUnretained(self).toOpaque()
        // Both handlers run within `bus`, which this object owns.
        let result = oriel_bus_choose_files(
            bus.pointer, parent.map { "wayland:\($0)" } ?? "", title,
            { context, address in
                guard let context, let address else { return }
                Unmanaged<FileChooser>.fromOpaque(context).takeUnretainedValue().add(String(cString: address))
            },
            { context, failure in
                guard let context else { return }
                Unmanaged<FileChooser>.fromOpaque(context).takeUnretainedValue().finish(failure)
            }, context)
        guard result == 0 else { throw PlatformError("sd_bus_call_async", Errno(rawValue: -result)) }
        bus.wait()
    }

    private func add(_ address: String) { if chosen.count < Self.limit { chosen.append(address) } }

    private func finish(_ failure: CInt) {
        guard !isAnswered else { return }
        isAnswered = true
        answer(failure == 0 ? .success(chosen) : .failure(PlatformError("OpenFile", Errno(rawValue: -failure))))
    }
}
