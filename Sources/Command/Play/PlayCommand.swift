import ArgumentParser
import Glibc
import Logging
import Oriel
import OrielAudioOutput
import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielPlay
import OrielPlayback

/// `oriel play MEDIA…`.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play videos: the first in a window, any further ones in Picture in Picture, or all as one list.",
        discussion: """
            Without MEDIA an empty window opens, which takes a file that is dropped on it, or asks for one (Enter or a \
            click). MEDIA is a file, a folder, a playlist, - for standard input, or any address that libavformat opens. In a window: Space pauses, \
            arrows seek, 9 and 0 are the volume, m mutes, < and > go through a list, j shows other subtitles, # plays another sound, f is full screen, i lifts the video into Picture in Picture, s swaps, q quits. On the overlay: \
            drag moves it, a double click brings it back, a middle click closes it, the wheel resizes it. On both the pointer \
            brings up controls.
            """)

    @Argument(help: ArgumentHelp("What to play.", valueName: "media"))
    var media: [String] = []

    @Option(
        help: ArgumentHelp(
            "A player's name for other commands, in the order of MEDIA; may be repeated.", valueName: "name"))
    var id: [String] = []

    @Flag(help: "Begin full screen.") var fullscreen = false
    @Flag(help: "Begin in Picture in Picture.") var pip = false

    @Option(help: ArgumentHelp("Where to begin: seconds, MM:SS or HH:MM:SS.", valueName: "time")) var start: MediaTime?
    @Flag(help: "Begin where a file was left when it was last played with --resume.") var resume = false
    @Flag(help: "Begin paused.") var paused = false
    @Flag(help: "Begin again at the end.") var loop = false
    @Flag(help: "Stay at the end, on the last picture, from where Space plays it once more.") var keepOpen = false
    @Flag(
        help:
            "Play all MEDIA in one player, one after the other without a gap. A playlist (M3U, PLS) or a folder is a list."
    )
    var list = false
    @Flag(help: "As --list, and begin again after the last item.") var loopList = false
    @Flag(help: "As --list, in an order that is another each time.") var shuffle = false
    @Option(help: "Speed of playback, 0.1 to 8; sound is heard from 0.25 to 4, in its own pitch.") var speed = 1.0

    @Flag(help: "No skipping and no seeking, by whatever means.") var linear = false

    @Flag(help: "Let a local file (a playlist, a session's description) name addresses on the network.")
    var allowNetwork = false

    @Option(
        help: ArgumentHelp(
            "A line of each request to a web server, such as \"Cookie: a=b\"; may be repeated.",
            valueName: "name: value"))
    var httpHeader: [HTTPHeaderArgument] = []
    @Option(help: ArgumentHelp("How to be named to web servers.", valueName: "name")) var userAgent: String?
    @Flag(inversion: .prefixedNo, help: "Servers of HTTPS must have a certificate that can be verified.")
    var tlsVerify = true
    @Option(
        help: ArgumentHelp("The certificates that are believed, instead of the system's (PEM).", valueName: "file"))
    var tlsCaFile: String?
    @Option(
        help: ArgumentHelp(
            "A web server's lost connection is sought again after 0, 1, 3, 7, … seconds, but none longer than this; 0 for never.",
            valueName: "seconds"))
    var reconnect = 7

    @Option(help: "What draws: auto, gles or shm.") var renderer = Renderer.auto
    @Option(
        help: "Where the sound goes: auto, pulse (PulseAudio or PipeWire), null (nowhere) or none (not even decoded).")
    var audio = AudioSink.auto
    @Option(help: "Loudness in per cent, 0 to 130; without it, as it was left.") var volume: Int?
    @Flag(help: "Begin muted.") var mute = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many seconds later sound is heard than seen, for devices that don't tell how late they are; less than 0 for earlier.",
            valueName: "seconds"))
    var audioDelay = 0.0

    @Option(
        help: ArgumentHelp(
            "A file whose sound is heard with the first MEDIA; may be repeated.", valueName: "file"))
    var audioFile: [String] = []
    @Option(help: ArgumentHelp("The languages in which sound is liked, best first: en,de.", valueName: "l,…"))
    var alang: String?

    @Option(
        help: ArgumentHelp(
            "A file with subtitles for the first MEDIA, shown from the beginning; may be repeated.", valueName: "file"))
    var sub: [String] = []
    @Option(
        help: ArgumentHelp("The languages in which subtitles are liked, best first: en,de.", valueName: "l,…"))
    var slang: String?
    @Option(
        help: ArgumentHelp(
            "The charset of subtitles that are not UTF-8, as iconv names it: windows-1251. Without it, it is guessed.",
            valueName: "name"))
    var subCharset: String?
    @Flag(help: "No subtitles before they are asked for.") var noSub = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many seconds later subtitles come than they say; less than 0 for earlier.", valueName: "seconds"))
    var subDelay = 0.0
    @Option(help: "The subtitles' size, 0.2 to 5 of their own.") var subScale = 1.0
    @Option(help: "Where subtitles stand that nothing places: 100 for the bottom, 0 for the top.") var subPos = 100.0

    @Option(
        help:
            "How the picture sits in its surface: fit (all of it), fill (all of the surface, what stands over is cut off) or stretch."
    )
    var zoom = PictureForm.Gravity.fit
    @Option(help: ArgumentHelp("The picture's shape, where the medium is wrong about it: 16:9.", valueName: "w:h"))
    var aspect: AspectArgument?
    @Option(help: "Turn the picture clockwise: 0, 90, 180 or 270 degrees.") var rotate: RotationArgument?

    @Option(
        help:
            "Interlaced video: auto (field by field, each as a whole picture, where the video says that it is interlaced) or off (as it is)."
    )
    var deinterlace = Deinterlacing.auto
    @Flag(
        help: ArgumentHelp(
            "Decode pictures that no other refers to without their loop filter: less work, hardly seen where the video is small (H.264, HEVC)."
        ))
    var skipLoopFilter = false

    @Flag(
        inversion: .prefixedNo,
        help: "Into Picture in Picture by itself while the window can't be seen.")
    var autoPip: Bool?
    @Flag(help: "Show no controls on the picture; keys and commands do as ever.") var noControls = false
    @Option(help: "The kind of Picture-in-Picture surface: auto, layer or toplevel.") var surface: SurfaceKind?
    @Option(help: ArgumentHelp("The output where Picture in Picture begins.", valueName: "name")) var output: String?
    @Option(help: ArgumentHelp("The size it begins with.", valueName: "WxH")) var size: SizeArgument?
    @Option(help: "The corner where it begins: top-left, top-right, bottom-left or bottom-right.") var corner: Corner?

    @Flag(help: "Say what each step took until the first picture was seen.") var traceStart = false
    @Flag(name: .shortAndLong, help: "More words; twice, still more.") var verbose: Int
    @Option(help: ArgumentHelp("Write the log to a file as well.", valueName: "file")) var logFile: String?

    func validate() throws {
        guard !(media.isEmpty && pip) else {
            throw ValidationError("nothing to float: name a file or an address with --pip")
        }
        guard id.count <= (isOneList ? 1 : max(1, media.count)) else {
            throw ValidationError("more names (--id) than media")
        }
        guard !(fullscreen && pip) else { throw ValidationError("--fullscreen and --pip exclude each other") }
        guard (0.1...8).contains(speed) else { throw ValidationError("--speed must be between 0.1 and 8") }
        guard (0...130).contains(volume ?? 100) else { throw ValidationError("--volume must be between 0 and 130") }
        guard (-10...10).contains(audioDelay) else { throw ValidationError("--audio-delay must be between -10 and 10") }
        guard (-600...600).contains(subDelay) else { throw ValidationError("--sub-delay must be between -600 and 600") }
        guard (0...3600).contains(reconnect) else { throw ValidationError("--reconnect must be between 0 and 3600") }
        guard HTTPOptions.Header("User-Agent", userAgent ?? "") != nil else {
            throw ValidationError("--user-agent must be one line")
        }
        if let subCharset, !TextEncoding.isKnown(subCharset) {
            throw ValidationError("--sub-charset \(subCharset) is unknown; `iconv -l` lists the names")
        }
        guard (0.2...5).contains(subScale) else { throw ValidationError("--sub-scale must be between 0.2 and 5") }
        guard (0...100).contains(subPos) else { throw ValidationError("--sub-pos must be between 0 and 100") }
        if let empty = id.firstIndex(where: \.isEmpty) { throw ValidationError("--id \(empty + 1) is empty") }
    }

    private var isOneList: Bool { list || loopList || shuffle }

    func run() throws {
        let level: Logger.Level = [.notice, .info, .debug][min(verbose, 2)]
        do { try Log.bootstrap(level: level, file: logFile) } catch {
            throw CommandFailureLine("play", "\(error)", advice: "choose another --log-file")
        }
        let (configuration, warnings) = ConfigurationFile.load()
        let log = Logger(label: "oriel")
        for warning in warnings { log.warning("\(warning)") }
        let players = isOneList || media.isEmpty ? [media] : media.map { [$0] }
        var options = PlayOptions(
            items: players.enumerated().map { index, texts in
                PlayOptions.Item(media: texts, name: index < id.count ? id[index] : nil)
            })
        options.mode = fullscreen ? .fullscreen : pip ? .pictureInPicture : .window
        options.player.startTime = start?.duration ?? .zero
        options.player.isPaused = paused
        options.player.loops = loop
        options.keepsOpen = keepOpen
        options.loopsLists = loopList
        options.shufflesLists = shuffle
        options.player.speed = speed
        options.player.allowsNetwork = allowNetwork
        options.player.http.headers = httpHeader.map(\.header)
        options.player.http.userAgent = userAgent
        options.player.http.verifiesCertificates = tlsVerify
        options.player.http.certificateAuthorities = tlsCaFile
        options.player.http.longestReconnectDelay = .seconds(reconnect)
        options.player.audio = audio
        let folder = StateFolder.ofUser()
        let sound = RememberedSound(from: folder)
        options.player.volume = volume ?? sound.volume
        options.player.isMuted = mute || (volume == nil && sound.muted)
        options.player.audioDelay = .seconds(audioDelay)
        options.player.audioLanguages = alang?.split(separator: ",").map { String($0) } ?? []
        options.audioFiles = audioFile
        options.player.subtitleLanguages = slang?.split(separator: ",").map { String($0) } ?? []
        options.player.subtitleCharset = subCharset
        options.player.showsSubtitles = !noSub
        options.player.subtitleDelay = .seconds(subDelay)
        options.player.subtitleScale = subScale
        options.player.subtitlePosition = subPos
        options.subtitleFiles = sub
        options.form.gravity = zoom
        options.form.aspectRatio = aspect?.ratio
        options.form.rotation = rotate?.rotation ?? .none
        options.player.deinterlaces = deinterlace == .auto
        options.player.skipsLoopFilter = skipLoopFilter
        options.application.handlesSignals = true
        options.application.renderer = renderer
        options.application.pictureInPictureSound = configuration.sound
        options.application.pictureInPictureLimit = configuration.limit
        options.view.requiresLinearPlayback = linear
        options.view.showsPlaybackControls = !noControls
        options.view.keys = configuration.keys
        options.view.textScale = configuration.textScale
        options.view.pictureInPicture = configuration.pictureInPicture
        options.view.pictureInPicture.showsControls = !noControls
        options.startsAutomatically = autoPip ?? configuration.startsAutomatically
        options.pausesWhenLocked = configuration.pausesWhenLocked
        if let surface { options.view.pictureInPicture.surface = surface }
        if let output { options.view.pictureInPicture.output = output }
        if let size { options.view.pictureInPicture.size = size.size }
        if let corner { options.view.pictureInPicture.corner = corner }
        let begin = RememberedSound(volume: options.player.volume, muted: options.player.isMuted)
        StartTrace.mark("arguments and configuration are read")
        // `run` is called on the main thread, but `ParsableCommand` doesn't declare it.
        let status = try MainActor.assumeIsolated { [options, resume, traceStart] in
            do {
                let memory = PlayerMemory(folder, sound: begin, remembersPositions: resume)
                let application = try PlayerApplication(
                    options, memory: memory, places: folder.map { PlaceMemory($0) })
                if traceStart { application.onFirstPicture = { Self.tellStart() } }
                return application.run()
            } catch let error as StartError { throw CommandFailureLine("play", error.what, advice: error.advice) }
        }
        if status != 0 { throw ExitCode(status) }
    }

    /// Prints the start trace once, when the first frame is presented.
    @MainActor private static func tellStart() {
        StartTrace.mark("the first picture is seen")
        for line in StartTrace.finish() ?? [] { writeLine(line, to: STDERR_FILENO) }
    }
}
