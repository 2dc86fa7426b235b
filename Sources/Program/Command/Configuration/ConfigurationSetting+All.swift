import Oriel
import OrielGeometry
import OrielPictureInPicture
import OrielTransport

extension ConfigurationSetting {
    /// Maximum of `limit`; more overlays would cover the whole screen.
    private static let mostPictures = 8
    /// Maximum of `reconnect-timeout`, in seconds.
    private static let longestTimeout = 3600
    /// Values of `on-disconnect`.
    private enum Disconnection: String, CaseIterable { case play, pause }

    /// Every setting, in the order of the manual. docs/configuration.md has the same ones.
    package static let all: [ConfigurationSetting] = [
        flag(
            .keys, "global", false,
            "Ask the desktop for keys that work in every window, as oriel bind portal does."
        ) { $1.bindsGlobalShortcuts = $0 },
        choice(
            .pip, "surface", "auto",
            "Kind of overlay: layer-shell, the compositor's own Picture-in-Picture window, or a normal window."
        ) { $1.view.pictureInPicture.surface = $0 },
        choice(
            .pip, "corner", "bottom-right",
            "Corner in which an overlay begins. By default it is bottom-left where text runs from right to left."
        ) { $1.view.pictureInPicture.corner = $0 as Corner },
        text(
            .pip, "output", "an output's name", "the window's",
            "Output on which an overlay begins, by its connector's name.",
            { $0.isEmpty ? nil : $0 }, { $1.view.pictureInPicture.output = $0 }),
        text(
            .pip, "size", "WxH", "its shorter side a quarter of the output's height, and at most a third of its width",
            "Size with which an overlay begins, in logical pixels.",
            { Size(parsing: $0) }, { $1.view.pictureInPicture.size = $0 }),
        value(
            .pip, "limit", "a whole number from 1 to \(mostPictures)", "1",
            "Number of overlays that may float at once. The program that was started first decides.",
            { $0.integer.flatMap { (1...mostPictures).contains($0) ? $0 : nil } },
            { $1.application.pictureInPictureLimit = $0 }),
        choice(
            .pip, "sound", "focus",
            """
            Sound of an overlay beside a window that is heard: silent (focus), 18 dB softer (duck) or as loud (keep). \
            The program that was started first decides.
            """
        ) { $1.application.pictureInPictureSound = $0 },
        number(
            .pip, "opacity", "a number from 0.2 to 1", 0.2...1, "1",
            "Opacity of an overlay."
        ) { $1.view.pictureInPicture.opacity = $0 },
        number(
            .pip, "corner-radius", "a number from 0 to 64", 0...64, "10",
            "Radius of an overlay's corners in logical pixels, with a thin light line along its edge."
        ) { $1.view.pictureInPicture.cornerRadius = Int($0.rounded()) },
        choice(
            .pip, "hover", "controls",
            """
            The answer of an overlay to a pointer: it shows its controls, or it fades, and what lies below takes the \
            clicks (peek).
            """
        ) { $1.view.pictureInPicture.hover = $0 },
        number(
            .pip, "peek-opacity", "a number from 0.05 to 1", 0.05...1, "0.15",
            "Opacity of an overlay that fades for what lies below."
        ) { $1.view.pictureInPicture.peekOpacity = $0 },
        value(
            .pip, "buttons", "a list of " + PictureInPictureButton.allCases.map(\.rawValue).joined(separator: ", "),
            PictureInPictureButton.standard.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
            "Buttons of an overlay, in their order. On a small overlay those that are named last go first.",
            { value in
                let buttons = value.array?.compactMap { $0.string.flatMap(PictureInPictureButton.init) }
                return buttons?.count == value.array?.count ? buttons : nil
            }, { $1.view.pictureInPicture.buttons = $0 }),
        flag(
            .pip, "snap", false, "A drag always ends in a corner; Ctrl lets it end anywhere."
        ) { $1.view.pictureInPicture.snapsToCorners = $0 },
        flag(
            .pip, "dodge", false, "An overlay moves out of the pointer's way; follow it twice to reach it."
        ) { $1.view.pictureInPicture.dodges = $0 },
        flag(
            .pip, "automatic", false,
            "Start Picture in Picture when the window is no longer visible, as with --auto-pip."
        ) { $1.startsAutomatically = $0 },
        flag(
            .pip, "pause-when-locked", true,
            "Pause players in windows while the session is locked; those in Picture in Picture always pause."
        ) { $1.pausesWhenLocked = $0 },
        flag(
            .pip, "animation", true, "Glides and fades. They are also off under the desktop's reduced motion."
        ) { $1.view.pictureInPicture.isAnimated = $0 },
        number(
            .controls, "text-scale", "a number from 0.75 to 2", 0.75...2, "the desktop's",
            "Size of the letters of controls, messages and subtitles without a size of their own."
        ) { $1.view.textScale = $0 },
        number(
            .subtitles, "scale", "a number from 0.2 to 5", PlaybackLimits.subtitleScale, "1",
            "Size of the subtitles, as with --sub-scale; 1 is their own."
        ) { $1.subtitleScale = $0 },
        number(
            .subtitles, "position", "a number from 0 to 100", PlaybackLimits.subtitlePosition, "100",
            "Vertical position of subtitles without their own, from the top to the bottom, as with --sub-pos."
        ) { $1.subtitlePosition = $0 },
        flag(
            .subtitles, "speak", false,
            "A screen reader says subtitles as they appear, if they are text."
        ) { $1.view.speaksSubtitles = $0 },
        flag(
            .session, "recent", true,
            "Keep a list of the media played last, which an empty window shows. Its button forgets them."
        ) { $1.notesMedia = $0 },
        choice(.session, "on-disconnect", "play", "Whether to play on while the compositor is gone.") {
            (reaction: Disconnection, configuration: inout Configuration) in
            configuration.application.pausesWhenDisconnected = reaction == .pause
        },
        number(
            .session, "reconnect-timeout", "a number of seconds from 0 to \(longestTimeout)",
            0...Double(longestTimeout), "10", "Seconds without a compositor after which the player ends."
        ) { $1.application.reconnectTimeout = .milliseconds(Int64(($0 * 1000).rounded())) },
        choice(
            .video, "hwdec", "auto", "Whether a graphics device decodes, where it can, as with --hwdec."
        ) { $1.hardwareDecoding = $0 },
        text(
            .video, "hwdec-device", "a device's path, such as \"/dev/dri/renderD128\"", "the compositor's",
            "The graphics device that decodes.",
            { $0.hasPrefix("/") ? $0 : nil }, { $1.hardwareDevice = $0 }),
    ]
}
