public import COriel
import Oriel

// Settings and state of a view.

/// Calls a program's callbacks as a view's delegate.
@MainActor
final class ProgramViewDelegate: PlayerViewDelegate {
    private let callbacks: oriel_view_callbacks
    private weak var handle: ViewHandle?

    init(_ callbacks: oriel_view_callbacks, of handle: ViewHandle) {
        self.callbacks = callbacks
        self.handle = handle
    }

    private typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private func call(_ callback: Callback?) { callback?(handle?.handle, callbacks.data) }

    func playerViewWillEnterFullScreen(_: PlayerView) { call(callbacks.will_enter_full_screen) }
    func playerViewDidEnterFullScreen(_: PlayerView) { call(callbacks.did_enter_full_screen) }
    func playerViewWillExitFullScreen(_: PlayerView) { call(callbacks.will_exit_full_screen) }
    func playerViewDidExitFullScreen(_: PlayerView) { call(callbacks.did_exit_full_screen) }

    func timeToSeek(from old: Duration, to target: Duration) -> Duration {
        guard let time = callbacks.time_to_seek else { return target }
        return Arguments.time(time(handle?.handle, old.nanoseconds, target.nanoseconds, callbacks.data))
    }
}

extension ViewHandle {
    func set(_ setting: oriel_view_setting, _ value: Bool) throws(Failure) {
        switch setting {
        case ORIEL_SHOWS_CONTROLS: host.showsPlaybackControls = value
        case ORIEL_ALLOWS_PICTURE_IN_PICTURE: host.allowsPictureInPicturePlayback = value
        case ORIEL_KEEPS_WINDOW: host.windowBehavior = value ? .custom : .standard
        case ORIEL_PAUSES_IN_BACKGROUND: host.audiovisualBackgroundPlaybackPolicy = value ? .pauses : .automatic
        case ORIEL_ENTERS_FULL_SCREEN: try playerView.entersFullScreenWhenPlaybackBegins = value
        case ORIEL_EXITS_FULL_SCREEN: try playerView.exitsFullScreenWhenPlaybackEnds = value
        case ORIEL_OUTLIVES_PICTURE_IN_PICTURE: host.pictureInPictureClosePolicy = value ? .stays : .closesView
        case ORIEL_SHOWS_PLACEHOLDER: host.showsPlaceholderInSurface = value
        case ORIEL_SHOWS_MESSAGES: host.messageFilter = value ? nil : { _ in nil }
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no setting \(setting.rawValue)")
        }
    }

    func listen(_ callbacks: oriel_view_callbacks?) throws(Failure) {
        let view = try playerView
        let delegate = callbacks.map { ProgramViewDelegate($0, of: self) }
        self.delegate = delegate
        view.delegate = delegate
        let asks = callbacks?.time_to_seek != nil
        view.timeToSeekAfterUserNavigated =
            asks ? { [weak delegate] in delegate?.timeToSeek(from: $0, to: $1) ?? $1 } : nil
    }

    var state: oriel_view_state {
        var state = oriel_view_state()
        state.size = MemoryLayout<oriel_view_state>.size
        state.is_full_screen = host.isFullScreen
        state.is_ready = host.isReadyForDisplay
        state.is_closed = host.isClosed
        let bounds = host.videoBounds
        (state.x, state.y) = (CInt(clamping: bounds.x), CInt(clamping: bounds.y))
        (state.width, state.height) = (CInt(clamping: bounds.width), CInt(clamping: bounds.height))
        return state
    }

    private var playerView: PlayerView {
        get throws(Failure) {
            guard frames == nil else {
                throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view shows frames, and has no such thing")
            }
            return host
        }
    }
}

@c @implementation @MainActor public func oriel_view_get(
    _ view: OpaquePointer?, _ state: UnsafeMutablePointer<oriel_view_state>?
) -> oriel_error {
    onView(view) { view throws(Failure) in try Arguments.answer(view.state, to: state, "state") }
}

@c @implementation @MainActor public func oriel_view_set(
    _ view: OpaquePointer?, _ setting: oriel_view_setting, _ value: Bool
) -> oriel_error {
    onView(view) { view throws(Failure) in try view.set(setting, value) }
}

@c @implementation @MainActor public func oriel_view_set_placeholder(
    _ view: OpaquePointer?, _ text: UnsafePointer<CChar>?
) -> oriel_error {
    onView(view) { view throws(Failure) in view.host.placeholderText = try Arguments.optionalText(text, "text") }
}

@c @implementation @MainActor public func oriel_view_set_overlay(
    _ view: OpaquePointer?, _ options: UnsafePointer<oriel_overlay_options>?
) -> oriel_error {
    onView(view) { view throws(Failure) in
        let usual = PictureInPictureOptions()
        var wanted = oriel_overlay_options()
        if options != nil { wanted = try Arguments.structure(options, "options") }
        let buttons = try Arguments.optionalText(wanted.buttons, "buttons").map { text throws(Failure) in
            try text.split(separator: " ").map { name throws(Failure) in
                guard let button = PictureInPictureButton(rawValue: String(name)) else {
                    throw Failure(ORIEL_ERROR_ARGUMENT, "there is no button \(name)")
                }
                return button
            }
        }
        var changed = view.host.pictureInPictureOptions
        changed.buttons = buttons ?? usual.buttons
        changed.cornerRadius = wanted.corner_radius == 0 ? usual.cornerRadius : Int(wanted.corner_radius)
        changed.hover = wanted.peeks ? .peek : usual.hover
        changed.peekOpacity = wanted.peek_opacity == 0 ? usual.peekOpacity : wanted.peek_opacity
        view.host.pictureInPictureOptions = changed
    }
}

@c @implementation @MainActor public func oriel_view_choose_crop(
    _ view: OpaquePointer?, _ isShown: UnsafeMutablePointer<Bool>?
) -> oriel_error {
    onView(view) { view throws(Failure) in
        let shows = view.host.chooseCrop()
        isShown?.pointee = shows
    }
}

@c @implementation @MainActor public func oriel_view_set_now_playing(
    _ view: OpaquePointer?, _ facts: UnsafePointer<oriel_now_playing>?
) -> oriel_error {
    onView(view) { view throws(Failure) in
        guard facts != nil else { return view.host.nowPlayingInfo = nil }
        let facts = try Arguments.structure(facts, "facts")
        var info = NowPlayingInfo()
        info.title = try Arguments.optionalText(facts.title, "title")
        info.artist = try Arguments.optionalText(facts.artist, "artist")
        info.albumTitle = try Arguments.optionalText(facts.album_title, "album_title")
        info.artworkFile = try Arguments.optionalText(facts.artwork_file, "artwork_file")
        view.host.nowPlayingInfo = info
    }
}

@c @implementation @MainActor public func oriel_view_set_title(
    _ view: OpaquePointer?, _ text: UnsafePointer<CChar>?
) -> oriel_error {
    onView(view) { view throws(Failure) in view.host.title = try Arguments.optionalText(text, "text") }
}

@c @implementation @MainActor public func oriel_view_show_message(
    _ view: OpaquePointer?, _ text: UnsafePointer<CChar>?, _ isCentered: Bool, _ duration: Int64
) -> oriel_error {
    onView(view) { view throws(Failure) in
        let text = try Arguments.optionalText(text, "text") ?? ""
        view.host.showMessage(text, at: isCentered ? .center : .topLeft, for: .nanoseconds(duration))
    }
}

@c @implementation @MainActor public func oriel_view_set_callbacks(
    _ view: OpaquePointer?, _ callbacks: UnsafePointer<oriel_view_callbacks>?
) -> oriel_error {
    onView(view) { view throws(Failure) in
        try view.listen(callbacks == nil ? nil : Arguments.structure(callbacks, "callbacks"))
    }
}

@MainActor
private func onView(_ view: OpaquePointer?, _ body: (ViewHandle) throws(Failure) -> Void) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ViewHandle = try Handles.find(view)
        try body(handle)
    }
}
