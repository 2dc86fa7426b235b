import Logging
public import Oriel
import OrielTexts

/// The application of `oriel play`: a view for each medium, the first in a window, the others in Picture in Picture.
/// The manifest ensures that this module uses only the library's public API, as every app does.
@MainActor
public final class PlayerApplication {
    /// Runs when the first frame of a player was presented.
    public var onFirstPicture: () -> Void = {}
    /// Runs once for each player, at its end.
    public var onEnd: (PlayerView, PlayEnd) -> Void = { _, _ in }
    /// The application that shows the players.
    public let application: Application
    private var options: PlayOptions
    private var items: [PlayedItem] = []
    /// Players that begin in Picture in Picture, one after the other; the first is on the way there.
    private var floating: [PlayedItem] = []
    private var exitStatus: Int32 = 0
    private let memory: any PlayMemory
    private let log = Logger(label: "oriel")

    /// Connects to the session and begins to open the media.
    /// - Throws: `StartError` if the application, a player or a view can't be created.
    public init(
        _ options: PlayOptions, memory: any PlayMemory, places: (any OverlayMemory)?,
        shortcuts: (any GlobalShortcutMemory)?
    ) throws(StartError) {
        self.memory = memory
        self.options = options
        Application.limitsScriptMemory = true
        application = try Application(id: "oriel", options: options.application)
        application.mediaControlsName = options.mediaControlsName
        application.globalShortcutMemory = shortcuts
        var overlays = 0
        for (index, item) in options.items.enumerated() {
            let (media, first, problem) = items(of: item, options, isFirst: index == 0, memory)
            let hasStartPage = item.media.isEmpty || options.onFailure == .window
            guard !media.isEmpty || hasStartPage else { continue }
            var playing = options.player
            let check = index == 0 ? options.linkCheck : nil
            // The start page has the words; a player with a hint stays open without a medium.
            if hasStartPage || check != nil { playing.hint = " " }
            let player = try Player(items: check == nil ? first.map { [$0] } ?? [] : [], options: playing)
            if check == nil { player.items = media }
            player.shufflesItems = options.shufflesLists
            player.loopsItems = options.loopsLists
            player.pictureForm = options.form
            var view = options.view
            view.name = item.name
            view.opensFiles = true
            let shown = try PlayerView(player: player, in: application, options: view)
            shown.overlayMemory = places
            let mode = index == 0 ? options.mode : .pictureInPicture
            // As many float as may; the others have windows.
            let floats = mode == .pictureInPicture && overlays < options.application.pictureInPictureLimit
            if floats { overlays += 1 }
            let played = PlayedItem(
                shown, mode: mode == .pictureInPicture && !floats ? .window : mode, memory: memory, options: options)
            // The question of a link, which the item retains, retains this closure.
            let startPage = { [weak played] (failure: String?) in
                guard hasStartPage else { return }
                played?.startPage = StartPage(
                    shown, memory: memory, advice: options.advice, failure: failure)
            }
            if check == nil { startPage(media.isEmpty ? options.refusal ?? problem : nil) }
            add(played)
            check?.examine { [weak self, weak played] verdict in
                guard let self, let played, !played.view.isClosed else { return }
                let refuse = { (line: String) in
                    guard hasStartPage else { return played.view.close() }
                    startPage(line)
                    if options.mode == .pictureInPicture { played.view.show() }
                }
                decide(verdict, check, played, isHidden: options.mode == .pictureInPicture, refuse: refuse) {
                    player.items = media
                    startPage(nil)
                    if playing.playsAutomatically { player.play() }
                }
            }
        }
    }

    /// Opens a link's medium, asks for it, or refuses it.
    private func decide(
        _ verdict: PlayOptions.LinkCheck.Verdict, _ check: PlayOptions.LinkCheck?, _ played: PlayedItem,
        isHidden: Bool, refuse: (String) -> Void, open: @escaping () -> Void
    ) {
        switch verdict {
        case .open: open()
        case .refuse(let host):
            let line = localized("a link to \(host) was refused before; oriel play with the address itself opens it")
            log.error("play: \(line)")
            exitStatus = 1
            refuse(line)
        case .ask(let host):
            if isHidden { played.view.show() }
            played.linkPage = LinkPage(host, on: played.view) { [weak played] isAllowed in
                check?.note(isAllowed)
                isAllowed ? open() : played?.view.close()
                played?.linkPage = nil
            }
        }
    }

    /// Runs until the last player has ended.
    /// - Returns: the exit status; 1 if a medium could not be played.
    public func run() -> Int32 {
        // None of the named media could be opened; each was reported.
        guard !items.isEmpty else { return exitStatus }
        defer { memory.finish() }
        do throws(ConnectionLost) { try application.run() } catch {
            // The user's session is over: the players have left their positions, as at every end.
            if error.isSessionOver {
                log.notice("play: \(error); the player ends")
            } else {
                log.error("play: \(error)")
                exitStatus = 1
            }
        }
        return exitStatus
    }

    /// Uses what differs in other options, as far as it can change while the players run: keys, the overlay, the size
    /// of text, automatic starts, pauses, sound beside windows, subtitles and hardware decoding. What the user has
    /// changed by hand stays, if the options don't differ.
    public func change(to next: PlayOptions) {
        application.pictureInPictureSound = next.application.pictureInPictureSound
        application.pausesWhenDisconnected = next.application.pausesWhenDisconnected
        for item in items { item.change(from: options, to: next) }
        options = next
    }

    /// Shows a message on every picture.
    public func showMessage(_ text: String) { for item in items { item.view.showMessage(text, for: .seconds(6)) } }

    private func add(_ item: PlayedItem) {
        items.append(item)
        item.onSkip = { [weak self] error in
            self?.log.error("play: \(error)")
            self?.exitStatus = 1
        }
        item.onNotice = { [weak self] in self?.log.warning("play: \($0)") }
        item.onEnd = { [weak self, weak item] in if let item { self?.onEnd(item.view, $0) } }
        item.onReadyToFloat = { [weak self, weak item] in
            guard let self, let item else { return }
            floating.append(item)
            if floating.count == 1 { item.float() }
        }
        item.onFloated = { [weak self, weak item] in if let item { self?.floated(item) } }
        item.onFirstPicture = { [weak self] in self?.onFirstPicture() }
        item.view.onClose = { [weak self, weak item] in if let item { self?.closed(item) } }
    }

    /// Expands a player's media; those that can't be used are reported.
    /// - Returns: the items, the one that is played first, and the first reason why another can't be used.
    private func items(
        of item: PlayOptions.Item, _ options: PlayOptions, isFirst: Bool, _ memory: any PlayMemory
    ) -> (items: [PlayerItem], first: PlayerItem?, problem: String?) {
        var media: [PlayerItem] = []
        let title = item.title
        var problem: String?
        for text in item.media {
            let listing = PlayerItem.items(of: text, allowsNetwork: options.player.allowsNetwork)
            for problem in listing.problems {
                log.error("play: \(problem)")
                exitStatus = 1
            }
            problem = problem ?? listing.problems.first.map { "\($0)" }
            media += listing.items
        }
        // External audio and subtitle files belong to the medium named first, the start time to the one played first.
        // The positions of the others are read when they begin.
        let first = options.shufflesLists ? media.indices.randomElement() : media.indices.first
        let items = media.enumerated().map { index, item in
            var start = Duration.zero
            if index == first {
                start = options.player.startTime
                if start == .zero { start = memory.position(of: item.media) ?? .zero }
            }
            let hasFiles = isFirst && index == 0
            return item.copy(
                title: media.count == 1 ? title : nil,
                startTime: start,
                audioFiles: hasFiles ? options.audioFiles : [], subtitleFiles: hasFiles ? options.subtitleFiles : [])
        }
        return (items, first.map { items[$0] }, problem)
    }

    /// Lets the next player enter Picture in Picture.
    private func floated(_ item: PlayedItem) {
        let wasFirst = floating.first === item
        floating.removeAll { $0 === item }
        if wasFirst { floating.first?.float() }
    }

    private func closed(_ item: PlayedItem) {
        floated(item)
        items.removeAll { $0 === item }
        item.remember()
        item.reportEnd()
        guard case .failed(let error) = item.view.player.status, error.kind != .interrupted else { return }
        log.error("play: \(error)")
        exitStatus = 1
    }
}
