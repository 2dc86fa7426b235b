import Logging
public import Oriel

/// What `oriel play` runs: an application with a view for each medium, the first in a window, any further ones in Picture
/// in Picture. This module sees what every app sees of the library, and nothing else: the manifest has the compiler see to that.
@MainActor
public final class PlayerApplication {
    /// The first picture of one of them is on the screen.
    public var onFirstPicture: () -> Void = {}
    private let application: Application
    private var items: [PlayedItem] = []
    private var exitStatus: Int32 = 0
    private let log = Logger(label: "oriel")

    /// Connects to the session and starts to open the media.
    public init(
        _ options: PlayOptions, memory: any PlayMemory, places: (any OverlayMemory)?
    ) throws(StartError) {
        application = try Application(id: "oriel", options: options.application)
        for (index, item) in options.items.enumerated() {
            let media = items(of: item, options, isFirst: index == 0, memory)
            guard !media.isEmpty || item.media.isEmpty else { continue }
            var playing = options.player
            if item.media.isEmpty { playing.hint = "Drop a video here, or press Enter to open one" }
            let player = try Player(items: media, options: playing)
            player.loopsItems = options.loopsLists
            player.pictureForm = options.form
            var view = options.view
            view.name = item.name
            view.opensFiles = true
            let shown = try PlayerView(player: player, in: application, options: view)
            shown.overlayMemory = places
            add(
                PlayedItem(
                    shown, mode: index == 0 ? options.mode : .pictureInPicture, memory: memory, options: options))
        }
    }

    /// Runs until the last player ends or is quit.
    /// - Returns: the exit status: 1 if a medium could not be played.
    public func run() -> Int32 {
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
        item.onFirstPicture = { [weak self] in self?.onFirstPicture() }
        item.view.onClose = { [weak self, weak item] in if let item { self?.closed(item) } }
    }

    /// What stands for a player's media; what can't is told.
    private func items(
        of item: PlayOptions.Item, _ options: PlayOptions, isFirst: Bool, _ memory: any PlayMemory
    ) -> [PlayerItem] {
        var media: [PlayerItem] = []
        for text in item.media {
            let listing = PlayerItem.items(of: text, allowsNetwork: options.player.allowsNetwork)
            for problem in listing.problems {
                log.error("play: \(problem)")
                exitStatus = 1
            }
            media += listing.items
        }
        // Files of sound and of subtitles belong to what was named first, and where to begin to what is played first.
        var order = Array(media.indices)
        if options.shufflesLists { order.shuffle() }
        return order.enumerated().map { place, index in
            let begins = place == 0 ? options.player.startTime : .zero
            let hasFiles = isFirst && index == 0
            return media[index].copy(
                startTime: begins == .zero ? memory.position(of: media[index].media) ?? .zero : begins,
                audioFiles: hasFiles ? options.audioFiles : [], subtitleFiles: hasFiles ? options.subtitleFiles : [])
        }
    }

    private func closed(_ item: PlayedItem) {
        items.removeAll { $0 === item }
        item.remember()
        guard case .failed(let error) = item.view.player.status, error.kind != .interrupted else { return }
        log.error("play: \(error)")
        exitStatus = 1
    }
}
