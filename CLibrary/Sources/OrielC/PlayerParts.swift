public import COriel
import Oriel

// Interstitials, chapters, lists and gravity of a player.

@c @implementation @MainActor public func oriel_player_seek_to_live_edge(_ player: OpaquePointer?) -> oriel_error {
    onPlayer(player) { $0.seekToLiveEdge() }
}

@c @implementation @MainActor public func oriel_player_set_gravity(
    _ player: OpaquePointer?, _ gravity: oriel_gravity
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        player.pictureForm.gravity =
            switch gravity {
            case ORIEL_GRAVITY_FIT: .resizeAspect
            case ORIEL_GRAVITY_FILL: .resizeAspectFill
            case ORIEL_GRAVITY_STRETCH: .resize
            default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no gravity \(gravity.rawValue)")
            }
    }
}

@c @implementation @MainActor public func oriel_player_set_crop(
    _ player: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard let part = UnitRect(x: x, y: y, width: width, height: height).clamped else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "nothing of the video is left")
        }
        player.pictureForm.crop = part == .whole ? .none : .part(part)
    }
}

@c @implementation @MainActor public func oriel_player_set_crops_black_bars(
    _ player: OpaquePointer?, _ crops: Bool
) -> oriel_error {
    onPlayer(player) { $0.pictureForm.crop = crops ? .blackBars : .none }
}

@c @implementation @MainActor public func oriel_player_set_zoom(
    _ player: OpaquePointer?, _ zoom: Double, _ x: Double, _ y: Double
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard zoom.isFinite, x.isFinite, y.isFinite else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "the zoom isn't finite")
        }
        player.pictureForm.zoom = zoom
        player.pictureForm.zoomCenter = UnitPoint(x: x, y: y)
    }
}

@c @implementation @MainActor public func oriel_player_set_interstitials(
    _ player: OpaquePointer?, _ ranges: UnsafePointer<oriel_time_range>?, _ count: Int
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        var interstitials: [Range<Duration>] = []
        for range in try Arguments.elements(ranges, count, "ranges") {
            guard range.start <= range.end else {
                throw Failure(ORIEL_ERROR_ARGUMENT, "a range ends at \(range.end), before it begins at \(range.start)")
            }
            interstitials.append(Arguments.time(range.start)..<Arguments.time(range.end))
        }
        player.interstitialTimeRanges = interstitials
    }
}

@c @implementation @MainActor public func oriel_player_set_markers(
    _ player: OpaquePointer?, _ markers: UnsafePointer<oriel_marker>?, _ count: Int
) -> oriel_error {
    onPlayer(player) { player throws(Failure) in
        guard markers != nil else { return player.navigationMarkers = nil }
        var chapters: [MediaInfo.Chapter] = []
        for marker in try Arguments.elements(markers, count, "markers") {
            let title = try Arguments.optionalText(marker.title, "a marker's title")
            chapters.append(MediaInfo.Chapter(start: Arguments.time(marker.time), title: title))
        }
        player.navigationMarkers = chapters
    }
}

@c @implementation @MainActor public func oriel_player_add(
    _ player: OpaquePointer?, _ media: UnsafePointer<CChar>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: PlayerHandle = try Handles.find(player)
        let media = try Arguments.text(media, "media")
        let (items, problems) = PlayerItem.items(of: media, allowsNetwork: handle.allowsNetwork)
        guard !items.isEmpty else {
            throw Failure(
                ORIEL_ERROR_UNSUPPORTED, problems.first?.description ?? "\(media) holds nothing that can be played")
        }
        for item in items { handle.player.insert(item, after: nil) }
    }
}

@c @implementation @MainActor public func oriel_player_next(_ player: OpaquePointer?) -> oriel_error {
    onPlayer(player) { $0.advanceToNextItem() }
}

@c @implementation @MainActor public func oriel_player_previous(_ player: OpaquePointer?) -> oriel_error {
    onPlayer(player) { $0.returnToPreviousItem() }
}
