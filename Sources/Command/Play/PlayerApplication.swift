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
            id: "oriel", renderer: options.renderer, sound: options.sound,
            pictureInPictureLimit: options.pictureInPictureLimit, handlesSignals: true)
        let places = options.state.map { PlaceMemory($0) }
        for (index, item) in options.items.enumerated() {
            var view = PlayerView.Options()
            view.name = item.name
            view.keys = options.keys
            view.pictureInPicture = options.pictureInPicture
            view.showsPlaybackControls = options.showsControls
            view.textScale = options.textScale
            view.requiresLinearPlayback = options.isLinear
            let memory = PlayerMemory(options)
            let media = items(of: item, options, isFirst: index == 0, memory)
            guard !media.isEmpty || item.media.isEmpty else { continue }
            view.opensFiles = true
            var playing = options.player
            if item.media.isEmpty { playing.hint = "Drop a video here, or press Enter to open one" }
            let player = try Player(items: media, options: playing)
            player.loopsItems = options.loopsLists
            player.pictureForm = options.form
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
        // All that was named came to nothing, which was told.
        guard !items.isEmpty else { return exitStatus }
        do throws(ConnectionLost) { try application.run() } catch {
            log.error("play: \(error)")
            exitStatus = 1
        }
        return exitStatus
    }

    private func add(_ item: PlayedItem) {
        items.append(item)
        item.onSkip = { [weak self] error in
            self?.log.error("play: \(error)")
            self?.exitStatus = 1
        }
        item.view.onClose = { [weak self, weak item] in if let item { self?.closed(item) } }
    }

    /// What stands for a player's media; what can't is told.
    private func items(
        of item: PlayOptions.Item, _ options: PlayOptions, isFirst: Bool, _ memory: PlayerMemory
    ) -> [PlayerItem] {
        var media: [MediaLocation] = []
        for location in item.media {
            let listing = MediaListing(of: location, allowsNetwork: options.player.allowsNetwork)
            for problem in listing.problems {
                log.error("play: \(problem)")
                exitStatus = 1
            }
            media += listing.media
        }
        return media.enumerated().map { index, location in
            let begins = index == 0 ? options.player.startTime : .zero
            let hasFiles = isFirst && index == 0
            return PlayerItem(
                location, startTime: begins == .zero ? memory.position(of: location) ?? .zero : begins,
                audioFiles: hasFiles ? options.audioFiles : [], subtitleFiles: hasFiles ? options.subtitleFiles : [])
        }
    }

    private func closed(_ item: PlayedItem) {
        items.removeAll { $0 === item }
        item.memory.remember(item.view.player)
        guard case .failed(let error) = item.view.player.status, error.kind != .interrupted else { return }
        log.error("play: \(error)")
        exitStatus = 1
    }
}
