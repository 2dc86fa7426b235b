import Oriel
import OrielGeometry
import OrielPictureInPicture

extension ConfigurationSetting {
    /// Maximum of `limit`; more overlays would cover the whole screen.
    private static let mostPictures = 8
    /// Maximum of `reconnect-timeout`, in seconds.
    private static let longestTimeout = 3600

    /// Every setting, in the order of the manual. docs/configuration.md has the same ones.
    package static let all: [ConfigurationSetting] = [
        flag(
            .keys, "global", false,
            "Ask the desktop for keys that work in every window, as oriel bind portal does."
        ) { $1.bindsGlobalShortcuts = $0 },
        text(
            .pip, "surface", names(SurfaceKind.self), "auto",
            "Kind of overlay: layer-shell, the compositor's own Picture-in-Picture window, or a normal window.",
            { SurfaceKind(rawValue: $0) }, { $1.pictureInPicture.surface = $0 }),
        text(
            .pip, "corner", names(Corner.self), "bottom-right",
            "Corner in which an overlay begins. By default it is bottom-left where text runs from right to left.",
            { Corner(rawValue: $0) }, { $1.pictureInPicture.corner = $0 }),
        text(
            .pip, "output", "an output's name", "the window's",
            "Output on which an overlay begins, by its connector's name.",
            { $0.isEmpty ? nil : $0 }, { $1.pictureInPicture.output = $0 }),
        text(
            .pip, "size", "WxH", "a quarter of the output's height, and at most a third of its width",
            "Size with which an overlay begins, in logical pixels.",
            { Size(parsing: $0) }, { $1.pictureInPicture.size = $0 }),
        ConfigurationSetting(
            section: .pip, name: "limit", values: "a whole number from 1 to \(mostPictures)", standard: "1",
            meaning: "Number of overlays that may float at once. The program that was started first decides."
        ) { value, configuration in
            guard let number = value.integer, (1...mostPictures).contains(number) else { return false }
            configuration.limit = number
            return true
        },
        text(
            .pip, "sound", names(PictureInPictureSound.self), "focus",
            """
            Sound of an overlay beside a window that is heard: silent (focus), 18 dB softer (duck) or as loud (keep). \
            The program that was started first decides.
            """,
            { PictureInPictureSound(rawValue: $0) }, { $1.sound = $0 }),
        number(
            .pip, "opacity", "a number from 0.2 to 1", 0.2...1, "1",
            "Opacity of an overlay, where the compositor supports it."
        ) { $1.pictureInPicture.opacity = $0 },
        flag(
            .pip, "snap", false, "A drag always ends in a corner; Ctrl lets it end anywhere."
        ) { $1.pictureInPicture.snapsToCorners = $0 },
        flag(
            .pip, "dodge", false, "An overlay moves out of the pointer's way; follow it twice to reach it."
        ) { $1.pictureInPicture.dodges = $0 },
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
        ) { $1.pictureInPicture.isAnimated = $0 },
        number(
            .controls, "text-scale", "a number from 0.75 to 2", 0.75...2, "the desktop's",
            "Size of the letters of controls, messages and subtitles without a size of their own."
        ) { $1.textScale = $0 },
        flag(
            .session, "recent", true,
            "Keep a list of the media played last, which an empty window shows. Its button forgets them."
        ) { $1.notesMedia = $0 },
        text(
            .session, "on-disconnect", "play, pause", "play", "Whether to play on while the compositor is gone.",
            { $0 == "play" || $0 == "pause" ? $0 : nil }, { $1.pausesWhenDisconnected = $0 == "pause" }),
        number(
            .session, "reconnect-timeout", "a number of seconds from 0 to \(longestTimeout)",
            0...Double(longestTimeout), "10", "Seconds without a compositor after which the player ends."
        ) { $1.reconnectTimeout = .milliseconds(Int64(($0 * 1000).rounded())) },
        text(
            .video, "hwdec", names(HardwareDecoding.self), "auto",
            "Whether a graphics device decodes, where it can, as with --hwdec.",
            { HardwareDecoding(rawValue: $0) }, { $1.hardwareDecoding = $0 }),
        text(
            .video, "hwdec-device", "a device's path, such as \"/dev/dri/renderD128\"", "the compositor's",
            "The graphics device that decodes.",
            { $0.hasPrefix("/") ? $0 : nil }, { $1.hardwareDevice = $0 }),
    ]
}
