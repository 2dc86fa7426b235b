import Logging
import Oriel
import OrielPlayback

/// What `oriel play` runs: an application with a view for each medium, the first in a window, any further ones in Picture
/// in Picture.
@MainActor
final class PlayerApplication {
    private let application: Application
    private var items: [PlayedItem] = []
    private var exitStatus: Int32 = 0
    private let log = Logger(label: "oriel")

    /// Connects to the session and starts to open the media.
    init(_ options: PlayOptions) throws(StartError) {
        application = try Application(
            id: "oriel", renderer: options.renderer, sound: options.sound, handlesSignals: true)
        let places = options.state.map { PlaceMemory($0) }
        for (index, item) in options.items.enumerated() {
            var view = PlayerView.Options()
            view.name = item.name
            view.keys = options.keys
            view.pictureInPicture = options.pictureInPicture
            view.showsPlaybackControls = options.showsControls
            view.requiresLinearPlayback = options.isLinear
            var begin = options.player
            if index == 0 {
                begin.subtitleFiles = options.subtitleFiles
                begin.audioFiles = options.audioFiles
            }
            let memory = PlayerMemory(options, of: item.location)
            if begin.startTime == .zero, let left = memory.position { begin.startTime = left }
            let player = try Player(item.location, options: begin)
            let shown = try PlayerView(player: player, in: application, options: view)
            shown.overlayMemory = places
            add(
                PlayedItem(
                    shown,
                    mode: index == 0 ? options.mode : .pictureInPicture, memory: memory, options: options))
        }
    }

    /// Runs until the last player ends or is quit.
    /// - Returns: the exit status: 1 if a medium could not be played.
    func run() -> Int32 {
        do throws(ConnectionLost) { try application.run() } catch {
            log.error("play: \(error)")
            exitStatus = 1
        }
        return exitStatus
    }

    private func add(_ item: PlayedItem) {
        items.append(item)
        item.view.onClose = { [weak self, weak item] in if let item { self?.closed(item) } }
    }

    private func closed(_ item: PlayedItem) {
        items.removeAll { $0 === item }
        item.memory.remember(item.view.player)
        guard case .failed(let error) = item.view.player.status, error.kind != .interrupted else { return }
        log.error("play: \(error)")
        exitStatus = 1
    }
}
