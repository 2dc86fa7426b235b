public import COrielGTK

/// A video in its place in a window of GTK 4, which floats above all windows by itself: the widget `OrielVideo`.
///
/// It keeps its widget while it lives, also while its page was left and its picture floats. The widget serves Oriel from
/// GLib's main loop.
@MainActor
public final class Video {
    /// A property whose change is told.
    public enum Property: String, Sendable {
        case media, playing, rate, buffering, ended, volume, muted, error, automatic, controls
        case linearPlayback = "linear-playback"
        case audioTracks = "audio-tracks"
        case audioTrack = "audio-track"
        case subtitleTracks = "subtitle-tracks"
        case subtitleTrack = "subtitle-track"
        case pictureInPicture = "picture-in-picture"
        case pictureInPicturePossible = "picture-in-picture-possible"
    }

    /// The widget, for a container of GTK.
    public let widget: UnsafeMutablePointer<GtkWidget>
    /// The widget as `oriel-gtk.h` names it.
    public var video: OpaquePointer { OpaquePointer(widget) }

    // MARK: Signals

    public var onWillStartPictureInPicture: (() -> Void)?
    public var onDidStartPictureInPicture: (() -> Void)?
    /// Gets the reason as a sentence.
    public var onFailureToStartPictureInPicture: ((String) -> Void)?
    /// Brings the page back, and returns whether the widget is in a window again. Without it the widget has stayed there.
    public var onRestore: (() -> Bool)?
    public var onWillStopPictureInPicture: (() -> Void)?
    /// Gets the reason.
    public var onDidStopPictureInPicture: ((oriel_stop_reason) -> Void)?
    /// Called when the user or a command has closed the video.
    public var onClose: (() -> Void)?
    public var onChange: ((Property) -> Void)?

    /// - Parameter media: the path of a file, or an address; nil for none yet.
    public init(_ media: String? = nil) {
        widget = oriel_video_new(media)
        g_object_ref_sink(widget)
        connect()
    }

    isolated deinit {
        let data = Unmanaged.passUnretained(self).toOpaque()
        g_signal_handlers_disconnect_matched(widget, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, data)
        g_object_unref(widget)
    }

    // MARK: Properties

    public var media: String? {
        get { Self.text(oriel_video_get_media(video)) }
        set { oriel_video_set_media(video, newValue) }
    }
    /// Media seconds per second, 0.1 to 8.
    public var rate: Double {
        get { oriel_video_get_rate(video) }
        set { oriel_video_set_rate(video, newValue) }
    }
    /// 0 to 1.3, where 1 is the medium's own.
    public var volume: Double {
        get { oriel_video_get_volume(video) }
        set { oriel_video_set_volume(video, newValue) }
    }
    public var isMuted: Bool {
        get { oriel_video_get_muted(video) != 0 }
        set { oriel_video_set_muted(video, newValue ? 1 : 0) }
    }
    /// Starts Picture in Picture when the window of a playing video is left.
    public var startsPictureInPictureAutomatically: Bool {
        get { oriel_video_get_automatic(video) != 0 }
        set { oriel_video_set_automatic(video, newValue ? 1 : 0) }
    }
    /// Shows Oriel's controls over the picture.
    public var showsControls: Bool {
        get { oriel_video_get_controls(video) != 0 }
        set { oriel_video_set_controls(video, newValue ? 1 : 0) }
    }
    /// Forbids skipping and seeking.
    public var requiresLinearPlayback: Bool {
        get { oriel_video_get_linear_playback(video) != 0 }
        set { oriel_video_set_linear_playback(video, newValue ? 1 : 0) }
    }
    /// Names of the sound tracks for a menu; empty before the medium is open.
    public var audioTracks: [String] { Self.texts(oriel_video_get_audio_tracks(video)) }
    /// Index of the sound in `audioTracks`; nil for none.
    public var audioTrack: Int? {
        get { Self.index(oriel_video_get_audio_track(video)) }
        set { oriel_video_set_audio_track(video, CInt(clamping: newValue ?? -1)) }
    }
    /// Names of the subtitles for a menu; empty before the medium is open.
    public var subtitleTracks: [String] { Self.texts(oriel_video_get_subtitle_tracks(video)) }
    /// Index of the subtitles in `subtitleTracks`; nil for none.
    public var subtitleTrack: Int? {
        get { Self.index(oriel_video_get_subtitle_track(video)) }
        set { oriel_video_set_subtitle_track(video, CInt(clamping: newValue ?? -1)) }
    }
    public var isPlaying: Bool { oriel_video_get_playing(video) != 0 }
    public var isBuffering: Bool { oriel_video_get_buffering(video) != 0 }
    public var hasEnded: Bool { oriel_video_get_ended(video) != 0 }
    public var isPictureInPictureActive: Bool { oriel_video_get_picture_in_picture(video) != 0 }
    public var isPictureInPicturePossible: Bool { oriel_video_get_picture_in_picture_possible(video) != 0 }
    /// Why the medium can't be played, as a sentence; nil if it can.
    public var error: String? { Self.text(oriel_video_get_error(video)) }
    /// Time in the medium; setting it seeks.
    public var position: Duration {
        get { .microseconds(oriel_video_get_position(video)) }
        set { oriel_video_seek(video, gint64(newValue / .microseconds(1))) }
    }
    /// Nil if unknown.
    public var duration: Duration? {
        let time = oriel_video_get_duration(video)
        return time < 0 ? nil : .microseconds(time)
    }

    // MARK: Acts

    /// Begins or continues; from the beginning after its end.
    public func play() { oriel_video_play(video) }
    public func pause() { oriel_video_pause(video) }

    /// Appends a medium, or the content of a folder or playlist, to the list.
    /// - Returns: false if nothing in it can be played.
    @discardableResult
    public func add(_ media: String) -> Bool { oriel_video_add(video, media) != 0 }
    public func next() { oriel_video_next(video) }
    public func previous() { oriel_video_previous(video) }

    /// Starts Picture in Picture.
    /// - Parameter isByUser: the user has asked for it, so it isn't refused while the window can't be seen.
    public func startPictureInPicture(isByUser: Bool = true) {
        if isByUser { oriel_video_note_user_action(video) }
        oriel_video_start_picture_in_picture(video)
    }

    /// Brings the picture back.
    public func stopPictureInPicture() { oriel_video_stop_picture_in_picture(video) }

    /// Shows a message over the picture; nil hides it.
    public func showMessage(_ text: String?, for duration: Duration = .seconds(3)) {
        oriel_video_show_message(video, text, gint64(duration / .microseconds(1)))
    }

    private static func index(_ number: CInt) -> Int? { number < 0 ? nil : Int(number) }

    private static func texts(_ strings: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
        guard let strings else { return [] }
        return sequence(first: strings) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }.compactMap(Self.text)
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
}
