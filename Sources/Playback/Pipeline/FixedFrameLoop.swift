import OrielLibav
import OrielMedia

/// The video decode thread for audio only: delivers one fixed frame, from the start of each run to the end.
struct FixedFrameLoop {
    /// Duration of the frame if the medium's length is unknown: longer than anything is played.
    private static let endless = Duration.seconds(1000 * 3600)

    private let core: PipelineCore
    private let picture: VideoFrame
    /// The medium's length; nil if unknown.
    private let length: Duration?
    private var plan = SeekPlan(approach: .stay)

    /// Runs the thread; returns when the pipeline closes.
    static func run(core: PipelineCore, picture: VideoFrame, length: Duration?) {
        var loop = FixedFrameLoop(core: core, picture: picture, length: length)
        while let item = core.nextItem(.video) { loop.handle(item) }
    }

    private init(core: PipelineCore, picture: VideoFrame, length: Duration?) {
        self.core = core
        self.picture = picture
        self.length = length
    }

    private mutating func handle(_ item: DecodeItem) {
        switch item {
        case .decoder, .lost, .packet, .pause, .release, .speed, .track: break
        case .begin(let plan): show(plan, at: plan.target ?? plan.approach.time)
        case .loop(let next):
            guard core.isCurrent(next) else { return }
            core.count { $0.loops += 1 }
            show(next, at: .zero)
        case .end(let reason): if let reason { core.fail(reason) } else { core.end(plan, .video) }
        }
    }

    private mutating func show(_ plan: SeekPlan, at wanted: Duration) {
        self.plan = plan
        let end = length ?? Self.endless
        let time = min(max(.zero, wanted), end)
        core.land(plan, at: time)
        let frame = picture.copy(time: time, duration: end - time, generation: plan.generation)
        core.count { $0.decoded += 1 }
        _ = core.deliver(frame, of: plan)
    }
}
