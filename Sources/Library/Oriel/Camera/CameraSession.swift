package import OrielPipeWire

/// The decisions of a `CameraSource`: which camera films, when its stream is open, and what the app hears. Pure: news
/// in, acts out.
package struct CameraSession: Hashable, Sendable {
    package enum Input: Hashable, Sendable {
        /// The cameras are known, or have changed.
        case cameras([PipeWireCamera])
        /// The app chooses a camera by its name in PipeWire; nil for the usual one.
        case choose(String?)
        /// The app suspends the camera, or no longer.
        case suspend(Bool)
        /// The call is out of sight, or no longer.
        case absence(ViewAbsence)
        /// The stream with this number has its first frame.
        case frame(stream: Int)
        /// The stream with this number has sent no frames for a while.
        case silence(stream: Int)
        /// The stream with this number has ended, though it wasn't closed.
        case ended(stream: Int)
        /// It is time to open a stream again.
        case retry
        /// The connection is lost: no camera is known.
        case lost
    }

    package enum Output: Hashable, Sendable {
        /// Open a stream with this number.
        case open(stream: Int, camera: PipeWireCamera)
        /// Close the stream: no frame of it counts from now on.
        case close
        /// Send `retry` after this time; a later one replaces it.
        case retry(after: Duration)
        case interrupted(CameraInterruption)
        case interruptionEnded
        /// The list of cameras, or the one that films, has changed.
        case changed
    }

    /// The cameras, in the order of their numbers; the usual one is `usual`.
    package private(set) var cameras: [PipeWireCamera] = []
    /// The camera that films, or that will once it may; nil without one.
    package private(set) var camera: PipeWireCamera?
    /// The reason why nothing is filmed.
    package private(set) var interruption: CameraInterruption?
    private var wanted: String?
    private var isSuspended = false
    private var absence: ViewAbsence = []
    /// Number of the open stream; nil without one.
    package private(set) var stream: Int?
    private var count = 0
    /// Whether the camera could not be used, and hasn't sent a frame since.
    private var isTaken = false
    /// Whether a stream fell silent, and the camera hasn't sent a frame since.
    private var isDoubted = false
    /// Whether `retry` is to come before a stream is opened.
    private var isWaiting = false

    /// Time between attempts to use a camera that is in use.
    package static let pause = Duration.seconds(1)
    /// Time after which a stream's end counts as another program's doing, if the camera is still there.
    package static let doubt = Duration.milliseconds(300)

    /// - Parameter wanted: the camera's name in PipeWire; nil for the usual one.
    package init(wanted: String?) { self.wanted = wanted }

    package mutating func handle(_ input: Input) -> [Output] {
        var outputs: [Output] = []
        switch input {
        case .cameras(let cameras): outputs = update(cameras)
        case .choose(let name):
            wanted = name
            outputs = change(to: chosen)
        case .suspend(let isSuspended): self.isSuspended = isSuspended
        case .absence(let absence): self.absence = absence
        case .frame(let number):
            guard number == stream else { return [] }
            (isTaken, isDoubted) = (false, false)
        case .silence(let number):
            guard number == stream else { return [] }
            // Another stream shows whether the camera may still be used.
            isTaken = isTaken || isDoubted
            isDoubted = true
            outputs = isTaken ? wait(Self.pause) : close()
        case .ended(let number):
            guard number == stream else { return [] }
            // The camera may be about to leave the list.
            outputs = wait(isTaken ? Self.pause : Self.doubt)
        case .retry:
            guard isWaiting else { return [] }
            (isWaiting, isTaken) = (false, true)
        case .lost:
            cameras = []
            outputs = change(to: nil)
        }
        return outputs + follow()
    }

    private var isWanted: Bool { !isSuspended && absence.isEmpty }

    /// The camera to use among the present ones: the wanted one, else the one of the highest rank.
    private var chosen: PipeWireCamera? {
        if let wanted { return cameras.first { $0.name == wanted } }
        return cameras.max { ($0.rank, $1.node) < ($1.rank, $0.node) }
    }

    private mutating func update(_ cameras: [PipeWireCamera]) -> [Output] {
        let before = self.cameras
        self.cameras = cameras
        let isListed = cameras.contains { $0.node == camera?.node && $0.name == camera?.name }
        var outputs: [Output] = []
        if let camera, isListed, let now = cameras.first(where: { $0.node == camera.node }) {
            self.camera = now
            if now.hasFailed, !camera.hasFailed {
                isTaken = true
                outputs = wait(Self.pause)
            }
        } else {
            outputs = change(to: chosen)
        }
        return before == cameras || outputs.contains(.changed) ? outputs : outputs + [.changed]
    }

    private mutating func change(to next: PipeWireCamera?) -> [Output] {
        guard next != camera else { return [] }
        let outputs = close()
        camera = next
        (isTaken, isDoubted, isWaiting) = (false, false, false)
        // Another camera doesn't begin to film because this one is unplugged.
        if let next { wanted = wanted ?? next.name }
        return outputs + [.changed]
    }

    private mutating func close() -> [Output] {
        guard stream != nil else { return [] }
        stream = nil
        return [.close]
    }

    /// Closes the stream, and lets some time pass before the next one.
    private mutating func wait(_ time: Duration) -> [Output] {
        isWaiting = true
        return close() + [.retry(after: time)]
    }

    /// Opens or closes the stream, and reports an interruption's beginning and end.
    private mutating func follow() -> [Output] {
        var outputs: [Output] = []
        if !isWanted || camera == nil {
            outputs = close()
        } else if let camera, stream == nil, !isWaiting {
            count += 1
            stream = count
            outputs = [.open(stream: count, camera: camera)]
        }
        return outputs + report()
    }

    private mutating func report() -> [Output] {
        let now: CameraInterruption? =
            isSuspended || camera == nil
            ? nil
            : !absence.isEmpty ? .notAvailableInBackground : isTaken ? .inUseByAnotherClient : nil
        guard now != interruption else { return [] }
        defer { interruption = now }
        return (interruption == nil ? [] : [.interruptionEnded]) + (now.map { [.interrupted($0)] } ?? [])
    }
}
