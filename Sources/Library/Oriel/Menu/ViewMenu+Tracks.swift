import OrielControls
import OrielLibav
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielTransport

/// The pages about tracks.
extension ViewMenu {
    func tracks(_ kind: PlayerCommand.TrackKind) -> ShownTracks { ShownTracks(kind, of: player) }

    var videoItems: [MenuItem] { choices(.video) { "\(player.videoTracks[$0].height)p" } }

    private func choices(_ kind: PlayerCommand.TrackKind, detail: (Int) -> String = { _ in "" }) -> [MenuItem] {
        let tracks = tracks(kind)
        return (0..<tracks.count).map { index in
            .choice(
                tracks[index], index == tracks.selected, detail: detail(index),
                .command(.track(kind, .number(index + 1))))
        }
    }

    var audioItems: [MenuItem] {
        var items = choices(.audio) { "\(player.audioTracks[$0].channels) ch" }
        if !items.isEmpty, !player.isSoundOnly {
            items.insert(
                .choice(localized("Off"), player.selectedAudioTrack == nil, .command(.track(.audio, .off))), at: 0)
        }
        if !items.isEmpty { items.append(.separator) }
        items.append(
            .slider(
                localized("Volume"), Double(player.volumePercent), in: 0...Double(PlaybackLimits.volume.upperBound),
                step: 5,
                detail: "\(player.volumePercent) %"
            ) { .command(.volume(.to(Int($0)))) })
        items.append(.toggle(localized("Mute"), player.isMuted, key: key(.mute), .command(.mute)))
        let delay = player.audioDelay
        items.append(
            .slider(localized("Delay"), delay.seconds, in: -2...2, step: 0.1, detail: DelayText.text(delay)) {
                .delaySound(by: .milliseconds(Int(($0 * 1000).rounded())) - delay)
            })
        return items
    }

    var subtitleItems: [MenuItem] {
        guard !player.subtitleTracks.isEmpty else {
            return [MenuItem(.text, localized("This medium has no subtitles"), .none)]
        }
        var items = [
            MenuItem.choice(localized("Off"), player.selectedSubtitleTrack == nil, .command(.track(.subtitle, .off)))
        ]
        items += choices(.subtitle)
        let (scale, position, delay) = (player.subtitleScale, player.subtitlePosition, player.subtitleDelay)
        items.append(.separator)
        items.append(
            .slider(localized("Size"), scale, in: 0.5...2, step: 0.1, detail: "\(Int((scale * 100).rounded())) %") {
                .scaleSubtitles(by: $0 / scale)
            })
        items.append(
            .slider(
                localized("Height"), 100 - position, in: 0...100, step: 2,
                detail: "\(Int((100 - position).rounded())) %"
            ) { .moveSubtitles(by: 100 - $0 - position) })
        items.append(
            .slider(localized("Delay"), delay.seconds, in: -10...10, step: 0.1, detail: DelayText.text(delay)) {
                .delaySubtitles(by: .milliseconds(Int(($0 * 1000).rounded())) - delay)
            })
        return items
    }

    var chapterItems: [MenuItem] {
        let current = player.currentChapter
        return player.chapters.prefix(Self.mostRows).enumerated().map { index, chapter in
            .choice(
                chapter.title ?? localized("Chapter \(index + 1)"), index == current,
                detail: ClockText.text(chapter.start), .command(.chapter(.number(index + 1))))
        }
    }

    /// The items around the present one.
    var listItems: [MenuItem] {
        let items = player.items
        let current = player.currentItem.flatMap { items.firstIndex(of: $0) }
        let first = min(max(0, (current ?? 0) - Self.mostRows / 2), max(0, items.count - Self.mostRows))
        var rows: [MenuItem] = [
            .action(localized("Next"), .command(.next), key: key(.nextItem)),
            .action(localized("Previous"), .command(.previous), key: key(.previousItem)),
            .toggle(
                localized("Repeat the list"), player.loopsItems,
                .loop(item: player.repeatsItem, list: !player.loopsItems)),
            .toggle(localized("Random order"), player.shufflesItems, .shuffle(!player.shufflesItems)),
            .action(localized("Remove all but this one"), .list(.clear)), .separator,
        ]
        rows += items.indices.dropFirst(first).prefix(Self.mostRows).map { index in
            var row = MenuItem.choice(
                items[index].shortName, index == current, detail: "\(index + 1)", .item(index))
            if index > 0 { row.add(.up, localized("Up"), .request(.list(.move(index, to: index - 1)), stays: true)) }
            if index + 1 < items.count {
                row.add(.down, localized("Down"), .request(.list(.move(index, to: index + 1)), stays: true))
            }
            row.add(.close, localized("Remove"), .request(.list(.remove(index)), stays: true))
            return row
        }
        return rows
    }

    /// Most rows of a page; a list of thousands is shown around its present item.
    static let mostRows = 500
}
