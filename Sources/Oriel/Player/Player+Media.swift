public import OrielPlayback

/// A player of a file or an address.
extension Player {
    /// How a medium begins.
    public struct Options: Hashable, Sendable {
        /// Stands at its first frame until `resume`.
        public var isPaused = false
        /// Begins again after its last frame, without a gap.
        public var loops = false
        /// Media seconds per second, 0.1 to 8.
        public var speed = 1.0
        /// Media time of the first frame that is shown.
        public var startTime = Duration.zero

        public init() {}
    }

    /// Where a player's medium is.
    public enum Status: Hashable, Sendable {
        /// Being opened; nothing can be shown yet.
        case opening
        case ready
        /// It cannot be played. Final.
        case failed(MediaError)
    }

    /// Starts to open a medium, on threads of its own, and plays it as soon as a `PlayerView` shows it. What is wrong with
    /// the medium comes as `status`.
    /// - Parameter media: a file's path, `-` for standard input, or any address that libavformat opens.
    /// - Throws: where the system refuses descriptors.
    public convenience init(_ media: String, options: Options = Options()) throws(StartError) {
        try self.init(MediaLocation(media), options: options)
    }

    package convenience init(_ location: MediaLocation, options: Options) throws(StartError) {
        let source: MediaFrameSource
        do {
            source = try MediaFrameSource(
                location, options: MediaPipeline.Options(loops: options.loops, startTime: options.startTime))
        } catch { throw StartError(refused: error) }
        self.init(
            source: source, paused: options.isPaused, speed: min(max(options.speed, 0.1), 8), start: options.startTime)
    }

    var media: MediaFrameSource? { source as? MediaFrameSource }
    private var info: MediaInfo? { media?.pipeline.snapshot.info }

    /// Where the medium is, now.
    public var status: Status {
        switch media?.pipeline.snapshot.phase {
        case .opening: .opening
        case .ready, .ended, nil: .ready
        case .failed(let error): .failed(error)
        }
    }

    /// The medium's length; nil while it is opened, and for a stream that does not tell.
    public var duration: Duration? { info?.duration }

    /// What the medium calls itself, else its file's name.
    public var title: String {
        if let title = info?.title, !title.isEmpty { return title }
        let path = media?.location.description ?? ""
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The file's name without its extension: what other programs call the player unless it is given a name.
    package var nameOfFile: String {
        guard let location = media?.location else { return "player" }
        if location == .standardInput { return "stdin" }
        let name = location.description.split(separator: "/").last.map(String.init) ?? location.description
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The medium is open, or will never be: told once, by the view that hears of it.
    package func mediaChanged() {
        guard !wasAnnounced else { return }
        switch status {
        case .opening: return
        case .ready:
            isStill = info?.video.isStillImage == true
            wasAnnounced = true
            notify(.opened)
        case .failed:
            wasAnnounced = true
            notify(.failed)
        }
    }

    /// Ends the medium's threads, which takes no longer than one frame to decode. The picture stays as it is.
    func close() { media?.pipeline.close() }
}
