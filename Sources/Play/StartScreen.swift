import Oriel

/// The picture of a window without a medium: how to begin, the media played last, and advice for this desktop.
@MainActor
final class StartScreen {
    private weak var view: PlayerView?
    private let application: Application
    private let memory: any PlayMemory
    private let lines: [String]
    private var recent: [RecentMedium] = []
    private var advice: String?
    private var isShown = false

    /// - Parameter advice: returns a line about this desktop, or nil. Called on another thread.
    init(
        _ view: PlayerView, in application: Application, memory: any PlayMemory,
        advice: (@Sendable () -> String?)?
    ) {
        self.view = view
        self.application = application
        self.memory = memory
        lines = Self.lines(view.keys)
        update()
        guard let advice else { return }
        Task { [weak self] in
            let line = await Task.detached { advice() }.value
            guard let self, line != nil else { return }
            self.advice = line
            isShown = false
            update()
        }
    }

    /// Shows or hides itself, after a change of the player's list.
    func update() {
        guard let view, !view.isClosed else { return }
        let isWanted = view.player.currentItem == nil
        guard isWanted != isShown else { return }
        isShown = isWanted
        guard isWanted else { return view.contentOverlays = [] }
        recent = Array(memory.recent().prefix(StartScreenLayout.mostRows))
        do throws(StartError) { view.contentOverlays = try overlays() } catch { view.contentOverlays = [] }
    }

    private func overlays() throws(StartError) -> [ContentOverlay] {
        var overlays: [ContentOverlay] = []
        for (index, line) in lines.enumerated() {
            overlays.append(
                try .label(line, in: application) { [weak self] in self?.layout($0).lines[index] ?? Self.nowhere })
        }
        for (index, medium) in recent.enumerated() {
            let place: (Size) -> Rect = { [weak self] size in
                guard let rows = self?.layout(size).rows, index < rows.count else { return Self.nowhere }
                return rows[index]
            }
            overlays.append(
                try .button(medium.line, in: application, frame: place) { [weak self] in self?.play(medium) })
        }
        if !recent.isEmpty {
            overlays.append(
                try .button(
                    "Forget these", in: application,
                    frame: { [weak self] in self?.layout($0).forget ?? Self.nowhere },
                    action: { [weak self] in self?.forget() }))
        }
        if let advice {
            overlays.append(
                try .label(advice, in: application) { [weak self] in self?.layout($0).advice ?? Self.nowhere })
        }
        return overlays
    }

    private static let nowhere = Rect(x: 0, y: 0, width: 0, height: 0)

    private func layout(_ size: Size) -> StartScreenLayout {
        StartScreenLayout(size, lines: lines.count, recent: recent.count, hasAdvice: advice != nil)
    }

    private func play(_ medium: RecentMedium) {
        guard let view else { return }
        view.player.items = [PlayerItem(medium.media, title: medium.title, startTime: medium.position)]
        view.player.play()
        update()
    }

    private func forget() {
        memory.forgetRecent()
        isShown = false
        update()
    }

    /// The window in three lines, with the user's keys.
    private static func lines(_ keys: KeyBindings) -> [String] {
        func key(_ action: PlayerAction) -> String { keys.chords(of: action).first.map { "\($0)" } ?? "oriel" }
        return [
            "Drop a video here, or press Enter to open one",
            "\(key(.togglePictureInPicture)) lifts it above all windows and back; \(key(.swap)) swaps it",
            "From a terminal: oriel play FILE; oriel --help and man oriel have the rest",
        ]
    }
}
