import Oriel
import OrielTexts

/// The page of a window without a medium: how to begin, the media played last, and advice for this desktop.
@MainActor
final class StartPage {
    private weak var view: PlayerView?
    private let memory: any PlayMemory
    /// Reason why the last medium can't be played; nil if there is none.
    private var failure: String?
    private var recent: [RecentMedium] = []
    /// Pictures of `recent`, by their media's names.
    private var pictures: [String: RecentPicture] = [:]
    private var advice: String?
    private var address = ""
    /// Name of the media that were forgotten last and can be brought back; nil for none.
    private var forgotten: String?
    private var isShown = false

    /// Most recent media that are shown.
    private static let mostRows = 10
    /// Time in which forgotten media can be brought back.
    private static let undoTime = Duration.seconds(30)
    private static let mark = try? OverlayImage(
        svgPath: """
            M5 3 H19 A3 3 0 0 1 22 6 V10 H20 V6 A1 1 0 0 0 19 5 H5 A1 1 0 0 0 4 6 V16 A1 1 0 0 0 5 17 H9 V19 H5 \
            A3 3 0 0 1 2 16 V6 A3 3 0 0 1 5 3 Z M13 12 H21 A2 2 0 0 1 23 14 V19 A2 2 0 0 1 21 21 H13 \
            A2 2 0 0 1 11 19 V14 A2 2 0 0 1 13 12 Z
            """, in: Size(width: 24, height: 24), color: 0xFF4A_90D9)

    /// - Parameters:
    ///   - advice: finds a line about this desktop, or nil, beside the loop.
    ///   - failure: see the property.
    init(
        _ view: PlayerView, memory: any PlayMemory,
        advice: (@Sendable (@escaping @MainActor @Sendable (String?) -> Void) -> Void)?, failure: String? = nil
    ) {
        self.view = view
        self.memory = memory
        self.failure = failure
        update()
        advice? { [weak self] line in
            self?.advice = line
            self?.show()
        }
    }

    /// Notes why a medium can't be played, or that one is.
    func note(_ failure: String?) {
        guard failure != self.failure else { return }
        self.failure = failure
        show()
    }

    /// Shows the present keys and list, after a change of the settings.
    func settingsChanged() { if isShown { read() } }

    /// Shows or hides itself, after a change of the player's list.
    func update() {
        guard let view, !view.isClosed else { return }
        let isWanted = view.player.currentItem == nil
        guard isWanted != isShown else { return }
        isShown = isWanted
        if isWanted {
            read()
        } else {
            endUndo()
            (view.page, pictures, address) = (nil, [:], "")
        }
    }

    /// Reads the list, then its pictures.
    private func read() {
        recent = Array(memory.recent().prefix(Self.mostRows))
        show()
        let names = recent.map(\.media)
        memory.look(at: recent) { [weak self] index, picture in
            guard let self, isShown, names.indices.contains(index) else { return }
            pictures[names[index]] = picture
            show()
        }
    }

    private func show() {
        guard isShown, let view, !view.isClosed else { return }
        var page = ViewPage(
            image: Self.mark, title: failure == nil ? localized("Drop a video here") : localized("This can't be played")
        )
        let lift = Self.name(of: .togglePictureInPicture, view.keys)
        page.texts =
            failure.map { [$0] }
            ?? (lift.isEmpty
                ? [] : [localized("While it plays, press \(lift) to lift it above all windows, and to bring it back.")])
        page.elements = beginnings(view.keys) + list
        if let advice { page.elements += [.text(advice)] }
        view.page = page
    }

    // MARK: Rows

    private func beginnings(_ keys: KeyBindings) -> [MenuElement] {
        var field = MenuElement.field(
            address, placeholder: localized("Address, for example https://example.org/film.mkv")
        ) {
            [weak self] in
            self?.address = $0
            self?.show()
        } enter: { [weak self] in
            self?.openAddress()
        }
        field.buttons = [.init(.paste, localized("Open from clipboard")) { [weak view] in view?.perform(.paste) }]
        return [
            .action(localized("Open files…"), detail: Self.name(of: .open, keys), icon: .file) { [weak view] in
                view?.perform(.open)
            },
            .action(localized("Open a folder…"), icon: .folder) { [weak view] in view?.askForFolder() }, field,
        ]
    }

    private var list: [MenuElement] {
        var rows: [MenuElement] = recent.isEmpty ? [] : [.heading(localized("Recent"))]
        rows += recent.map { medium in
            let picture = pictures[medium.media]
            let detail = picture?.isMissing == true ? localized("The file is no longer there") : medium.detail
            var card = MenuElement.card(
                medium.title, detail: detail, image: picture?.image, fraction: medium.fraction
            ) { [weak self] in self?.play(medium) }
            card.buttons = [.init(.remove, localized("Forget")) { [weak self] in self?.forget([medium]) }]
            return card
        }
        if recent.count > 1 {
            rows.append(.action(localized("Forget all of them")) { [weak self] in self.map { $0.forget($0.recent) } })
        }
        if let forgotten {
            rows.append(.action(localized("Bring back \(forgotten)")) { [weak self] in self?.bringBack() })
        }
        return rows
    }

    // MARK: Actions

    private func play(_ medium: RecentMedium) {
        guard let view else { return }
        guard pictures[medium.media]?.isMissing != true else {
            return view.showMessage(localized("\(medium.title) is no longer there"))
        }
        view.player.items = [PlayerItem(medium.media, title: medium.title, startTime: medium.position)]
        view.player.play()
        update()
    }

    private func openAddress() {
        let text = address.drop(while: \.isWhitespace)
        let isPath = text.hasPrefix("/") || text.hasPrefix("~/") || text.contains("://")
        guard !text.isEmpty else { return }
        view?.open([isPath ? String(text) : "https://\(text)"])
    }

    private func forget(_ media: [RecentMedium]) {
        memory.forget(media.map(\.media))
        let title =
            media.count == 1
            ? "“\(media[0].title)”" : localized("\(media.count) film", "\(media.count) films", count: media.count)
        forgotten = title
        read()
        Task { [weak self] in
            try? await Task.sleep(for: Self.undoTime)
            guard let self, forgotten == title else { return }
            endUndo()
            show()
        }
    }

    private func bringBack() {
        forgotten = nil
        memory.restoreForgotten()
        read()
    }

    private func endUndo() {
        guard forgotten != nil else { return }
        forgotten = nil
        memory.finishForgetting()
    }

    /// The first key of an action; empty if it has none.
    private static func name(of action: PlayerAction, _ keys: KeyBindings) -> String {
        keys.chords(of: action).first?.label ?? ""
    }
}
