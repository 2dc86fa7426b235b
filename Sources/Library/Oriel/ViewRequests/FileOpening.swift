import OrielPlatform
import OrielSessionBus
import OrielTexts
import OrielWayland

/// One question to the desktop's file dialogue: which files or folder to play.
///
/// The dialogue opens in front of a window whose handle the compositor exports (`xdg_exporter_v2`), and without a
/// parent if the handle doesn't come.
@MainActor
final class FileOpening {
    /// The longest wait for the window's handle.
    private static let patience = Duration.milliseconds(300)

    /// Receives the addresses that the user chose, or why there is no dialogue; once, from the loop.
    var onAnswer: (Result<[String], PlatformError>) -> Void

    private let isFolder: Bool
    private let loop: MainLoop
    private let buses: BusConnections
    private var parent: ExportedToplevel?
    private let timer = LoopTimer()
    private var chooser: FileChooser?
    /// Whether the desktop was asked: a handle that comes later changes nothing.
    private var isAsked = false
    private var isFinished = false

    /// Asks; the answer comes from the loop.
    /// - Parameters:
    ///   - isFolder: whether a folder is asked for.
    ///   - window: The surface of the dialogue's parent window; nil for none.
    init(
        isFolder: Bool, before window: Surface?, _ loop: MainLoop, _ buses: BusConnections,
        onAnswer: @escaping (Result<[String], PlatformError>) -> Void
    ) {
        self.isFolder = isFolder
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
        timer.set(on: loop, after: Self.patience) { [weak self] in self?.ask(before: nil) }
    }

    /// Closes the dialogue; no answer comes.
    func finish() {
        isFinished = true
        onAnswer = { _ in }
        timer.cancel()
        (chooser, parent) = (nil, nil)
    }

    /// - Parameter parent: The handle of the parent window.
    private func ask(before parent: String?) {
        guard !isAsked else { return }
        isAsked = true
        timer.cancel()
        Task { [weak self] in
            // The home may be on a file system that doesn't answer.
            let start = await Task.detached { UserFolder.videos.path }.value
            self?.ask(before: parent, startingIn: start)
        }
    }

    private func ask(before parent: String?, startingIn start: String) {
        guard !isFinished else { return }
        let filters = [
            FileChooser.Choice.Filter(localized("Video and sound"), MediaTypes.all.filter { $0 != "inode/directory" }),
            .init(localized("All files"), []),
        ]
        do throws(PlatformError) {
            chooser = try FileChooser(
                buses, title: isFolder ? localized("Play a folder") : localized("Play"),
                isFolder ? .folder(startingIn: start) : .files(filters: filters, folder: start), parent: parent
            ) { [weak self] answer in
                MainActor.assumeIsolated { self?.tell(answer) }
            }
        } catch { tell(.failure(error)) }
    }

    /// Tells the answer from the loop: the chooser and the window that call this can't be released within their calls.
    private func tell(_ answer: Result<[String], PlatformError>) {
        timer.set(on: loop, after: .zero) { [weak self] in
            guard let self else { return }
            let onAnswer = onAnswer
            finish()
            onAnswer(answer)
        }
    }
}
