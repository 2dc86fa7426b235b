import OrielPlatform
import OrielSessionBus
import OrielWayland

/// One question to the desktop's file dialogue: which files to play.
///
/// The dialogue opens in front of a window whose handle the compositor exports (`xdg_exporter_v2`), and without a
/// parent if the handle doesn't come.
@MainActor
final class FileOpening {
    /// The longest wait for the window's handle.
    private static let patience = Duration.milliseconds(300)

    /// Receives the addresses that the user chose, or why there is no dialogue; once, from the loop.
    var onAnswer: (Result<[String], PlatformError>) -> Void

    private let loop: MainLoop
    private let buses: BusConnections
    private var parent: ExportedToplevel?
    private var timer: EventLoop.Token?
    private var chooser: FileChooser?
    /// Whether the desktop was asked: a handle that comes later changes nothing.
    private var isAsked = false

    /// Asks; the answer comes from the loop.
    /// - Parameters:
    ///   - window: The surface of the dialogue's parent window; nil for none.
    init(
        before window: Surface?, _ loop: MainLoop, _ buses: BusConnections,
        onAnswer: @escaping (Result<[String], PlatformError>) -> Void
    ) {
        self.loop = loop
        self.buses = buses
        self.onAnswer = onAnswer
        parent = window.flatMap { surface in
            ExportedToplevel(surface) { [weak self] handle in MainActor.assumeIsolated { self?.ask(before: handle) } }
        }
        guard parent != nil else {
            ask(before: nil)
            return
        }
        timer = loop.after(Self.patience) { [weak self] in
            self?.timer = nil
            self?.ask(before: nil)
        }
    }

    /// Closes the dialogue; no answer comes.
    func finish() {
        onAnswer = { _ in }
        if let timer { loop.remove(timer) }
        (chooser, parent, timer) = (nil, nil, nil)
    }

    /// - Parameter parent: The handle of the parent window.
    private func ask(before parent: String?) {
        guard !isAsked else { return }
        isAsked = true
        if let timer { loop.remove(timer) }
        timer = nil
        do throws(PlatformError) {
            chooser = try FileChooser(buses, title: "Play", parent: parent) { [weak self] answer in
                MainActor.assumeIsolated { self?.tell(answer) }
            }
        } catch { tell(.failure(error)) }
    }

    /// Tells the answer from the loop: the chooser and the window that call this can't be released within their calls.
    private func tell(_ answer: Result<[String], PlatformError>) {
        timer = loop.after(.zero) { [weak self] in
            guard let self else { return }
            let onAnswer = onAnswer
            finish()
            onAnswer(answer)
        }
    }
}
