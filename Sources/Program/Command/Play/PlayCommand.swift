import ArgumentParser
import FoundationEssentials
import Glibc
import Logging
import Oriel
import OrielAudioOutput
import OrielDecode
import OrielDemux
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlay
import OrielRemoteControl
import OrielSceneHandoff
import OrielSessionBus
import OrielTexts
import OrielTransport

/// `oriel play MEDIA…`.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: localized(
            "Play videos: the first in a window, the others in Picture in Picture, or all as a playlist."),
        discussion: localized(
            """
            MEDIA is a file, a folder, a playlist (M3U, PLS), - for standard input, or a URL that libavformat \
            supports. A browser's link oriel://open?url=ADDRESS&t=TIME&title=TITLE opens a web address. Without MEDIA, an empty window opens: drop a file on it, paste an address (Ctrl+v), or press Enter or click to choose a file. Of several MEDIA without --list, as many as `[pip] limit` allows start in Picture in Picture, and the rest in windows.

            Keys in a window: Space pauses, the arrows seek, 9 and 0 change the volume, m mutes, < and > play the \
            previous and next item, j changes the subtitles, # changes the audio track, f toggles full screen, i \
            starts Picture in Picture, s swaps, q quits. On the overlay: drag to move, scroll to resize, \
            double-click to restore, middle-click to close. Move the pointer to show the controls.
            """))

    @Argument(help: .localized("Files, folders, playlists or URLs to play.", valueName: "media"))
    var media: [String] = []

    @Option(
        help: .localized("Name of the player for other commands; repeat it for further MEDIA.", valueName: "name"))
    var id: [String] = []

    @Flag(help: .localized("Start in full screen.")) var fullscreen = false
    @Flag(help: .localized("Start in Picture in Picture.")) var pip = false
    @Flag(
        help: .localized(
            """
            End on return from Picture in Picture, and print the player's last state as JSON at the end. For programs \
            that hand a video over, with --pip and a single player. If that program is gone, a return opens a window.
            """))
    var handBack = false
    @Option(help: .localized("Title of a single MEDIA instead of its own.", valueName: "text")) var title: String?

    @Option(help: .localized("Start position: seconds, MM:SS or HH:MM:SS.", valueName: "time")) var start: MediaTime?
    @Flag(help: .localized("Start files at their last position when played with --resume.")) var resume = false
    @Flag(help: .localized("Start paused.")) var paused = false
    @Flag(help: .localized("Start again at the end.")) var loop = false
    @Flag(help: .localized("Stay open at the end and show the last frame; Space plays again.")) var keepOpen = false
    @Option(
        help: .localized(
            """
            If nothing can be played: exit, or window to show why in a window with the media played last, for starts \
            without a terminal; a desktop notification if there is no compositor.
            """))
    var onFailure = PlayOptions.FailureAction.exit
    @Flag(
        help:
            .localized(
                "Play all MEDIA in one player, one after the other without gaps; folders and playlists are expanded.")
    )
    var list = false
    @Flag(help: .localized("Same as --list, and start again after the last item.")) var loopList = false
    @Flag(help: .localized("Same as --list, in random order.")) var shuffle = false
    @Option(help: .localized("Playback speed, 0.1 to 8; sound plays from 0.25 to 4, at its original pitch."))
    var speed = 1.0

    @Flag(help: .localized("Disable skipping and seeking by all means.")) var linear = false

    @Flag(help: .localized("Allow local playlists and session descriptions to refer to network URLs."))
    var allowNetwork = false

    @Option(
        help: .localized(
            "HTTP header to send, such as \"Cookie: a=b\"; may be repeated. The medium's server alone gets credentials.",
            valueName: "name: value"))
    var httpHeader: [HTTPOptions.Header] = []
    @Option(help: .localized("User-Agent to send with HTTP requests.", valueName: "name")) var userAgent: String?
    @Flag(inversion: .prefixedNo, help: .localized("Verify the certificates of HTTPS servers."))
    var tlsVerify = true
    @Option(
        help: .localized("CA certificates to trust instead of the system's (PEM file).", valueName: "file"))
    var tlsCaFile: String?
    @Option(
        help: .localized(
            "Maximum delay in seconds before a lost HTTP connection is retried (0, 1, 3, 7, …); 0 to never retry.",
            valueName: "seconds"))
    var reconnect = 7

    @Option(help: .localized("Renderer: auto, gles (OpenGL ES) or shm (software).")) var renderer = Renderer.auto
    @Option(
        help: .localized(
            "Audio output: auto, pulse (PulseAudio or PipeWire), null (decode and discard) or none (don't decode)."))
    var audio = AudioSink.auto
    @Option(help: .localized("Volume in per cent, 0 to 130; by default the last used volume.")) var volume: Int?
    @Flag(help: .localized("Start muted.")) var mute = false
    @Option(
        parsing: .unconditional,
        help: .localized(
            "Delay audio by this many seconds, -10 to 10, for devices that don't report their latency.",
            valueName: "seconds"))
    var audioDelay = 0.0

    @Option(
        help: .localized("Audio file to play with the first MEDIA; may be repeated.", valueName: "file"))
    var audioFile: [String] = []
    @Option(help: .localized("Preferred audio languages in order, such as en,de.", valueName: "l,…"))
    var alang: String?

    @Option(
        help: .localized("Subtitle file to show with the first MEDIA; may be repeated.", valueName: "file"))
    var sub: [String] = []
    @Option(
        help: .localized("Preferred subtitle languages in order, such as en,de.", valueName: "l,…"))
    var slang: String?
    @Option(
        help: .localized(
            "Encoding of subtitles that aren't UTF-8, as in `iconv -l`, such as windows-1251; guessed by default.",
            valueName: "name"))
    var subCharset: String?
    @Flag(help: .localized("Start without subtitles.")) var noSub = false
    @Option(
        parsing: .unconditional,
        help: .localized("Delay subtitles by this many seconds, -600 to 600.", valueName: "seconds"))
    var subDelay = 0.0
    @Option(help: .localized("Scale of the subtitles, 0.2 to 5.")) var subScale: Double?
    @Option(help: .localized("Vertical position of subtitles without their own, from 0 (top) to 100 (bottom)."))
    var subPos: Double?

    @Option(
        help:
            .localized("Fit video into its surface: fit (add bars), fill (crop) or stretch (distort).")
    )
    var zoom = VideoGravity.resizeAspect
    @Option(help: .localized("Aspect ratio to use instead of the medium's, such as 16:9.", valueName: "w:h"))
    var aspect: AspectArgument?
    @Option(
        help: .localized(
            "Show this part of the video, in its pixels; auto cuts black bars off.", valueName: "X,Y,WxH|auto|off"))
    var crop: PlayerCommand.Crop?
    @Option(help: .localized("Rotate video clockwise by 0, 90, 180 or 270 degrees.")) var rotate: RotationArgument?

    @Option(
        help:
            .localized("Deinterlacing: auto (one frame per field if the video is marked as interlaced) or off.")
    )
    var deinterlace = Deinterlacing.auto
    @Flag(
        help: .localized(
            "Skip the loop filter of non-reference frames (H.264, HEVC): saves CPU time at slightly lower quality."
        ))
    var skipLoopFilter = false

    @Option(
        help: .localized(
            "Hardware decoding: auto (where it is known to work), no, or vaapi (where the device can). Software goes on after any failure."
        ))
    var hwdec: HardwareDecoding?
    @Option(
        help: .localized(
            "Device that decodes, such as /dev/dri/renderD128; the compositor's by default.", valueName: "file"))
    var hwdecDevice: String?

    @Flag(
        inversion: .prefixedNo,
        help: .localized("Start Picture in Picture when the window is no longer visible."))
    var autoPip: Bool?
    @Flag(help: .localized("Hide the on-screen controls; keys and commands still work.")) var noControls = false
    @Flag(help: .localized("Stay out of the desktop's media controls: media keys, panels, headsets.")) var noMpris =
        false
    @Flag(help: .localized("Remember nothing of what is played, and stay out of the desktop's media controls."))
    var `private` = false
    @OptionGroup var overlay: OverlayOptions

    @Flag(help: .localized("Print the duration of each step until the first frame is shown.")) var traceStart = false
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard !media.contains(where: OpenAddress.isOne) || media.count == 1 else {
            throw ValidationError(localized("an oriel:// address can't have other MEDIA beside it"))
        }
        if onFailure == .exit { _ = try openAddress() }
        guard !(media.isEmpty && pip) else {
            throw ValidationError(localized("--pip needs a file or URL to play"))
        }
        guard id.count <= (isOneList ? 1 : max(1, media.count)) else {
            throw ValidationError(localized("there are more --id options than media"))
        }
        guard !handBack || (pip && (isOneList || media.count == 1)) else {
            throw ValidationError(localized("--hand-back needs --pip, and one player: a single medium or --list"))
        }
        guard title == nil || (!isOneList && media.count == 1) else {
            throw ValidationError(localized("--title is for a single medium"))
        }
        guard !(fullscreen && pip) else {
            throw ValidationError(localized("--fullscreen and --pip exclude each other"))
        }
        try Self.check(speed, of: "--speed", in: PlaybackLimits.speed)
        try Self.check(volume ?? 100, of: "--volume", in: PlaybackLimits.volume)
        try Self.check(audioDelay, of: "--audio-delay", in: Self.seconds(PlaybackLimits.audioDelay))
        try Self.check(subDelay, of: "--sub-delay", in: Self.seconds(PlaybackLimits.subtitleDelay))
        guard (0...3600).contains(reconnect) else {
            throw ValidationError(localized("--reconnect must be between 0 and 3600"))
        }
        guard HTTPOptions.Header("User-Agent", userAgent ?? "") != nil else {
            throw ValidationError(localized("--user-agent must be one line"))
        }
        if let subCharset, !TextEncoding.isKnown(subCharset) {
            throw ValidationError(localized("--sub-charset \(subCharset) is unknown; `iconv -l` lists the names"))
        }
        try Self.check(subScale ?? 1, of: "--sub-scale", in: PlaybackLimits.subtitleScale)
        try Self.check(subPos ?? 100, of: "--sub-pos", in: PlaybackLimits.subtitlePosition)
        if let empty = id.firstIndex(where: \.isEmpty) {
            throw ValidationError(localized("--id \(empty + 1) is empty"))
        }
    }

    private static func check<Value>(_ value: Value, of option: String, in range: ClosedRange<Value>) throws {
        guard !range.contains(value) else { return }
        let bounds = [range.lowerBound, range.upperBound].map { bound in
            let text = String(describing: bound)
            return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
        throw ValidationError(localized("\(option) must be between \(bounds[0]) and \(bounds[1])"))
    }

    private static func seconds(_ range: ClosedRange<Duration>) -> ClosedRange<Double> {
        range.lowerBound / .seconds(1)...range.upperBound / .seconds(1)
    }

    /// The only medium if it is an `oriel://` address; nil otherwise.
    private func openAddress() throws -> OpenAddress? {
        guard let text = media.first, OpenAddress.isOne(text) else { return nil }
        do throws(OpenAddress.Refusal) { return try OpenAddress(parsing: text) } catch {
            throw ValidationError(localized("the oriel:// address \(error)"))
        }
    }

    private var isOneList: Bool { list || loopList || shuffle }

    func run() throws {
        let configuration = try log.begin("play")
        var (address, refusal): (OpenAddress?, String?)
        do { address = try openAddress() } catch let error as ValidationError where onFailure == .window {
            refusal = error.message
            Logger(label: "oriel").error("play: \(error.message)")
        }
        let media = refusal != nil ? [] : address.map { [$0.url] } ?? media
        let players = isOneList || media.isEmpty ? [media] : media.map { [$0] }
        var options = PlayOptions(
            items: players.enumerated().map { index, texts in
                PlayOptions.Item(media: texts, name: index < id.count ? id[index] : nil, title: title ?? address?.title)
            })
        options.mode = fullscreen ? .fullscreen : pip ? .pictureInPicture : .window
        options.player.startTime = start?.duration ?? address?.start ?? .zero
        options.player.playsAutomatically = !paused
        options.player.loops = loop
        options.keepsOpen = keepOpen
        options.onFailure = onFailure
        options.refusal = refusal
        if handBack { options.endsOnReturn = { Self.hasReader(STDOUT_FILENO) } }
        options.loopsLists = loopList
        options.shufflesLists = shuffle
        options.player.speed = speed
        options.player.allowsNetwork = allowNetwork
        options.player.http.headers = httpHeader
        options.player.http.userAgent = userAgent
        options.player.http.verifiesCertificates = tlsVerify
        options.player.http.certificateAuthorities = tlsCaFile
        options.player.http.longestReconnectDelay = .seconds(reconnect)
        options.player.audio = audio
        let folder = StateFolder.ofUser()
        if let url = address?.url {
            let gate = LinkGate(url, answersIn: `private` ? nil : folder)
            options.player.http.internetOnly = gate.restriction
            options.linkCheck = PlayOptions.LinkCheck(
                examine: { gate.examine($0) }, note: { gate.note(isAllowed: $0) })
        }
        let sound = RememberedSound(from: folder)
        options.player.volumePercent = volume ?? sound.volume
        options.player.isMuted = mute || (volume == nil && sound.muted)
        options.player.audioDelay = .seconds(audioDelay)
        options.player.audioLanguages = alang?.split(separator: ",").map { String($0) } ?? []
        options.audioFiles = audioFile
        options.player.subtitleLanguages = slang?.split(separator: ",").map { String($0) } ?? []
        options.player.subtitleCharset = subCharset
        options.player.showsSubtitles = !noSub
        options.player.subtitleDelay = .seconds(subDelay)
        options.subtitleFiles = sub
        options.form.gravity = zoom
        options.form.aspectRatio = aspect?.ratio
        options.form.crop = crop?.form ?? .none
        options.form.rotation = rotate?.rotation ?? .none
        options.player.deinterlaces = deinterlace == .auto
        options.player.skipsLoopFilter = skipLoopFilter
        options.mediaControlsName = noMpris || `private` ? nil : "Oriel"
        configure(&options, configuration)
        options.settings = SettingsPage()
        if media.isEmpty { options.advice = { Self.findAdvice($0) } }
        let begin = RememberedSound(volume: options.player.volumePercent, muted: options.player.isMuted)
        StartTrace.mark("arguments and configuration are read")
        let isConfigured = configuration.bindsGlobalShortcuts
        // `run` is called on the main thread, but `ParsableCommand` doesn't declare it.
        let status = try MainActor.assumeIsolated {
            [
                options, resume, handBack, traceStart, isConfigured, configuration, onFailure, isPrivate = `private`
            ] in
            do {
                let memory = PlayerMemory(
                    folder, pictures: .ofUser(), sound: begin, remembersPositions: resume,
                    notesMedia: configuration.notesMedia, isPrivate: isPrivate)
                let application = try PlayerApplication(
                    options, memory: memory, places: folder.map { PlaceMemory($0) },
                    shortcuts: folder.map { ShortcutMemory($0, isConfigured: isConfigured) })
                let watch = ConfigurationWatch(application.application.loop, configuration)
                watch.onChange = { [weak application] in
                    memory.notesMedia = $0.notesMedia
                    var changed = options
                    configure(&changed, $0)
                    application?.change(to: changed)
                }
                watch.onProblem = { [weak application] in application?.showMessage($0) }
                if handBack { application.onEnd = { Self.handBack($0, $1) } }
                application.onFirstPicture = { [weak application] in
                    application?.onFirstPicture = {}
                    if traceStart { Self.tellStart() }
                }
                return withExtendedLifetime(watch) { application.run() }
            } catch let error as StartError {
                if onFailure == .window {
                    let line = [error.what, error.advice].compactMap(\.self).joined(separator: "; ")
                    DesktopNotification.show("Oriel", line, desktopEntry: "oriel")
                }
                throw CommandFailureLine("play", error.what, advice: error.advice)
            }
        }
        // The line was printed at the start.
        if refusal != nil { Glibc.exit(ExitCode.validationFailure.rawValue) }
        if status != 0 { throw ExitCode(status) }
    }

    /// Uses the configuration, except where an option of the command says otherwise.
    private func configure(_ options: inout PlayOptions, _ configuration: Configuration) {
        options.player.subtitleScale = subScale ?? configuration.subtitleScale
        options.player.subtitlePosition = subPos ?? configuration.subtitlePosition
        options.player.hardwareDecoding = hwdec ?? configuration.hardwareDecoding
        options.player.hardwareDevice = hwdecDevice ?? configuration.hardwareDevice
        options.application = configuration.application
        options.application.handlesSignals = true
        options.application.renderer = renderer
        options.view = configuration.view
        options.view.requiresLinearPlayback = linear
        options.view.showsPlaybackControls = !noControls
        options.view.pictureInPicture.showsControls = !noControls
        overlay.apply(to: &options.view.pictureInPicture)
        options.startsAutomatically = autoPip ?? configuration.startsAutomatically
        options.pausesWhenLocked = configuration.pausesWhenLocked
    }

    /// Finds the line on a thread of its own: Swift's pool of threads, once it exists, wakes the process every second.
    private static func findAdvice(_ done: @escaping @MainActor @Sendable (String?) -> Void) {
        _ = try? NamedThread("oriel-advice") {
            let line = advice()
            Task { @MainActor in done(line) }
        }
    }

    /// One line about what `oriel doctor --fix` would install for this desktop; nil if there is nothing.
    private static func advice() -> String? {
        let remedies = DesktopRemedies.all(in: ProcessInfo.processInfo.environment)
        guard let check = remedies.first(where: { $0.question != nil })?.check() else { return nil }
        return "\(check.name) \(check.found): oriel doctor --fix"
    }

    /// Whether the other end of a pipe or socket is open; true for other descriptors.
    private static func hasReader(_ descriptor: CInt) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, 0) <= 0 || Int32(state.revents) & (POLLERR | POLLHUP) == 0
    }

    /// Prints the last state of a player that has ended.
    @MainActor private static func handBack(_ view: PlayerView, _ end: PlayEnd) {
        writeLine(HandBack(end: end.rawValue, player: view.status).json, to: STDOUT_FILENO, isJSON: true)
    }

    /// Prints the start trace once, when the first frame is presented.
    @MainActor private static func tellStart() {
        StartTrace.mark("the first picture is seen")
        for line in StartTrace.finish() ?? [] { writeLine(line, to: STDERR_FILENO) }
    }
}
