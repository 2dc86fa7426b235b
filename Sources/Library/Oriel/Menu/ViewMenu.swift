import OrielControls
import OrielGeometry
import OrielLibav
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielTransport
import OrielWindows

/// The menu of a view: its pages, built from the present state of the player, and the effects of their rows.
@MainActor
struct ViewMenu {
    let requests: ViewRequests

    var player: Player { requests.player }
    var scene: PlayerScene { requests.scene }

    /// Returns a page in its present state; nil if it is empty.
    func panel(_ page: MenuPage) -> Panel? {
        let (title, items) = content(of: page)
        guard !items.isEmpty else { return nil }
        var panel = Panel(title, rows: items.map(\.row))
        if case .page = page { panel.isPage = true }
        return panel
    }

    /// Acts on a row. A row that is gone does nothing.
    func perform(_ intent: PanelIntent, on page: MenuPage, _ origin: SurfaceInput.Origin) -> MenuStep {
        switch intent {
        case .press(let id): return item(id, on: page).map { carryOut($0.effect, origin) } ?? .stays
        case .pressButton(let id, let number):
            guard let effects = item(id, on: page)?.buttonEffects, effects.indices.contains(number) else { break }
            return carryOut(effects[number], origin)
        case .edit(let id, let text):
            if case .appText(let change, _) = item(id, on: page)?.effect { change(text) }
        case .slide(let id, let value):
            switch item(id, on: page)?.effect {
            case .value(let request):
                requests.perform(request(value), RequestContext(announces: false, origin: origin))
            case .appValue(let handler): handler(value)
            case .page, .request, .app, .appText, .some(.none), nil: break
            }
        case .back, .dismiss: break
        }
        return .stays
    }

    private func carryOut(_ effect: MenuItem.Effect, _ origin: SurfaceInput.Origin) -> MenuStep {
        switch effect {
        case .page(let next): return .opens(next)
        case .request(let request, let stays):
            requests.perform(request, RequestContext(announces: !stays, origin: origin))
            return stays ? .stays : .closes
        case .app(let handler, let stays):
            requests.controllerHost.noteUserAction()
            handler()
            return stays ? .stays : .closes
        case .appText(_, let enter):
            requests.controllerHost.noteUserAction()
            enter()
            return .stays
        case .value, .appValue, .none: return .stays
        }
    }

    private func item(_ id: String, on page: MenuPage) -> MenuItem? {
        content(of: page).items.first { $0.row.id == id }
    }

    func image(ofRow id: String, on page: MenuPage) -> OverlayImage? { item(id, on: page)?.image }

    // MARK: Main

    /// The keys of an action, as a person reads them; empty if it has none.
    func key(_ action: PlayerAction) -> String {
        scene.options.keys.chords(of: action).first.map(\.label) ?? ""
    }

    private var mainItems: [MenuItem] {
        let groups = [mediaItems, trackItems, pictureItems, surfaceItems, customContent([]).items, programItems]
        return Array(groups.filter { !$0.isEmpty }.joined(separator: [.separator]))
    }

    private var mediaItems: [MenuItem] {
        guard scene.options.opensFiles else { return [] }
        return [
            .action(localized("Open files…"), .open, key: key(.open)),
            .action(localized("Open a folder…"), .openFolder),
            .action(localized("Open from clipboard"), .paste, key: key(.paste)),
        ]
    }

    private var trackItems: [MenuItem] {
        guard !player.isEmpty else { return [] }
        var items: [MenuItem] = []
        if player.videoTracks.count > 1 {
            items.append(.menu(localized("Video"), .video, detail: tracks(.video).selection))
        }
        if player.source.description.audio != nil || !player.audioTracks.isEmpty {
            items.append(.menu(localized("Sound"), .audio, detail: tracks(.audio).selection))
        }
        items.append(.menu(localized("Subtitles"), .subtitles, detail: tracks(.subtitle).selection))
        if !player.chapters.isEmpty {
            let chapter = player.currentChapter.map { localized("\($0 + 1) of \(player.chapters.count)") }
            items.append(.menu(localized("Chapters"), .chapters, detail: chapter ?? ""))
        }
        if player.items.count > 1 {
            let index = player.currentItem.flatMap { player.items.firstIndex(of: $0) }
            items.append(
                .menu(
                    localized("List"), .list,
                    detail: index.map { localized("\($0 + 1) of \(player.items.count)") } ?? ""))
        }
        if !requests.playback.isAppTimed {
            items.append(.menu(localized("Speed"), .speed, detail: SpeedText.text(player.speed)))
        }
        return items
    }

    private var pictureItems: [MenuItem] {
        guard !player.isEmpty, !player.isSoundOnly else { return [] }
        let form = player.pictureForm
        return [
            .menu(
                localized("Zoom and crop"), .zoom,
                detail: form.zoom > 1 ? "\(Int((form.zoom * 100).rounded())) %" : form.gravity.name),
            .menu(localized("Aspect ratio"), .aspect, detail: PictureForm.name(ofAspect: form.aspectRatio)),
            .menu(localized("Rotation"), .rotation, detail: "\(form.rotation.rawValue)°"),
            .action(localized("Save screenshot"), .command(.screenshot(nil)), key: key(.screenshot)),
        ]
    }

    private var surfaceItems: [MenuItem] {
        var items: [MenuItem] = []
        if scene.floating != nil {
            items.append(.action(localized("Return to window"), .command(.restore), key: key(.togglePictureInPicture)))
            items.append(.menu(localized("Picture in Picture"), .pictureInPicture))
        } else if requests.controllerHost.controller != nil, requests.controllerHost.isSupported, !player.isEmpty {
            items.append(
                .action(localized("Picture in Picture"), .command(.toggle), key: key(.togglePictureInPicture)))
        }
        if let window = scene.window {
            items.append(
                .action(
                    window.isFullscreen ? localized("Leave full screen") : localized("Full screen"), .toggleFullScreen,
                    key: key(.toggleFullscreen)))
        }
        return items
    }

    private var programItems: [MenuItem] {
        var items: [MenuItem] = []
        if !player.isEmpty {
            items.append(
                .toggle(
                    localized("Statistics"), requests.display.showsStatistics, key: key(.statistics), .toggleStatistics)
            )
        }
        items.append(.menu(localized("Keys"), .keys))
        // A window of the app's closes by the app's own means.
        if !scene.windowScene.hasAppWindow {
            items.append(.action(localized("Close"), .command(.quit), key: key(.quit)))
        }
        return items
    }

    private var keyItems: [MenuItem] {
        PlayerAction.allCases.compactMap { action in
            let chords = scene.options.keys.chords(of: action)
            guard !chords.isEmpty else { return nil }
            let effect = action.key.effect
            return MenuItem(
                .text, effect.prefix(1).uppercased() + effect.dropFirst(),
                detail: chords.map(\.label).joined(separator: ", "), .none)
        }
    }

    // MARK: All pages

    /// The page's title and its rows, each with a name of its own.
    private func content(of page: MenuPage) -> (title: String, items: [MenuItem]) {
        var content: (title: String, items: [MenuItem]) =
            switch page {
            case .main: ("", mainItems)
            case .video: (localized("Video"), videoItems)
            case .audio: (localized("Sound"), audioItems)
            case .subtitles: (localized("Subtitles"), subtitleItems)
            case .speed: (localized("Speed"), speedItems)
            case .zoom: (localized("Zoom"), zoomItems)
            case .aspect: (localized("Aspect ratio"), aspectItems)
            case .rotation: (localized("Rotation"), rotationItems)
            case .chapters: (localized("Chapters"), chapterItems)
            case .list: (localized("List"), listItems)
            case .pictureInPicture: (localized("Picture in Picture"), pictureInPictureItems)
            case .size: (localized("Size"), sizeItems)
            case .keys: (localized("Keys"), keyItems)
            case .custom(let path): customContent(path)
            case .page(let path): pageContent(path)
            }
        for index in content.items.indices { content.items[index].row.id = "\(index) \(content.items[index].row.id)" }
        return content
    }
}
