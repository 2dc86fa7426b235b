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
        let items = numbered(page)
        guard !items.isEmpty else { return nil }
        var panel = Panel(title(of: page), rows: items.map(\.row))
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

    private func item(_ id: String, on page: MenuPage) -> MenuItem? { numbered(page).first { $0.row.id == id } }

    func image(ofRow id: String, on page: MenuPage) -> OverlayImage? { item(id, on: page)?.image }

    /// The page's rows, each with a name of its own.
    private func numbered(_ page: MenuPage) -> [MenuItem] {
        items(of: page).enumerated().map { index, item in
            var item = item
            item.row.id = "\(index) \(item.row.id)"
            return item
        }
    }

    private func items(of page: MenuPage) -> [MenuItem] {
        switch page {
        case .main: mainItems
        case .video: videoItems
        case .audio: audioItems
        case .subtitles: subtitleItems
        case .speed: speedItems
        case .zoom: zoomItems
        case .aspect: aspectItems
        case .rotation: rotationItems
        case .chapters: chapterItems
        case .list: listItems
        case .pictureInPicture: pictureInPictureItems
        case .size: sizeItems
        case .keys: keyItems
        case .custom(let path): customItems(path)
        case .page(let path): pageItems(path)
        }
    }

    private func title(of page: MenuPage) -> String {
        switch page {
        case .custom(let path): custom(path, of: requests.host.appRows.menuItems)?.title ?? ""
        case .page(let path): custom(path, of: requests.host.appRows.page?.elements ?? [])?.title ?? ""
        default: page.title
        }
    }

    // MARK: Main

    /// The keys of an action, as a person reads them; empty if it has none.
    func key(_ action: PlayerAction) -> String {
        scene.options.keys.chords(of: action).first.map(\.label) ?? ""
    }

    private var mainItems: [MenuItem] {
        let groups = [mediaItems, trackItems, pictureItems, surfaceItems, customItems([]), programItems].filter {
            !$0.isEmpty
        }
        return Array(groups.joined(separator: [.separator]))
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
}

extension MenuPage {
    var title: String {
        switch self {
        case .main, .custom, .page: ""
        case .video: localized("Video")
        case .audio: localized("Sound")
        case .subtitles: localized("Subtitles")
        case .speed: localized("Speed")
        case .zoom: localized("Zoom")
        case .aspect: localized("Aspect ratio")
        case .rotation: localized("Rotation")
        case .chapters: localized("Chapters")
        case .list: localized("List")
        case .pictureInPicture: localized("Picture in Picture")
        case .size: localized("Size")
        case .keys: localized("Keys")
        }
    }
}
