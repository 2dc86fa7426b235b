import OrielPictureInPicture
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Finds out whether a window's or an overlay's picture can be seen, for as long as somebody wants to know.
@MainActor
package final class WindowWatch {
    private let picture: PictureSurface
    /// Dark outputs, as this surface finds them, hide the whole session.
    private let speaksForSession: Bool
    private var isFinished = false
    private let stage: Stage
    private let session: SessionWatch
    private var visibility = SurfaceVisibility()
    private var timer: EventLoop.Token?
    /// Whether silence counts: it costs a timer while the picture moves.
    var hearsSilence = false {
        didSet { schedule() }
    }
    /// Another state is believed.
    var onChange: (SurfaceVisibility.State) -> Void = { _ in }

    init(_ picture: PictureSurface, stage: Stage, session: SessionWatch, speaksForSession: Bool = true) {
        self.picture = picture
        self.speaksForSession = speaksForSession
        self.stage = stage
        self.session = session
        picture.onOutputsChange = { [weak self] in self?.outputsChanged() }
        picture.pacing.onChange = { [weak self] in self?.paced($0) }
        outputsChanged()
    }

    var state: SurfaceVisibility.State { visibility.state }

    /// Whether nothing of it is shown now, by what was said and by the frame callback that is owed; also where no one waits to hear it.
    package var isUnseen: Bool { visibility.isUnseen(at: MonotonicClock.now) }

    /// The compositor said whether the window is suspended.
    func suspended(_ isSuspended: Bool) { follow(visibility.suspended(isSuspended, at: MonotonicClock.now)) }

    /// The picture's handlers stay as they are: they may be another player's by now, whose overlay it became.
    func finish() {
        isFinished = true
        onChange = { _ in }
        if let timer { stage.loop.remove(timer) }
        timer = nil
        session.stopAsking(for: self)
        session.note(isUnlit: false, of: self)
    }

    private func outputsChanged() {
        guard !isFinished else { return }
        follow(visibility.on(outputs: picture.surface.outputs.count, at: MonotonicClock.now))
    }

    private func paced(_ pacing: SurfacePacing.Change) {
        guard !isFinished else { return }
        let now = MonotonicClock.now
        switch pacing {
        case .asked:
            visibility.asked(at: now)
            schedule()
        case .answered: follow(visibility.answered(at: now))
        }
    }

    private func follow(_ decisions: [SurfaceVisibility.Decision]) {
        for decision in decisions {
            switch decision {
            case .askOutputs:
                session.askOutputs(for: self, on: picture.output) { [weak self] in
                    guard let self else { return }
                    self.follow(self.visibility.outputsDrew(at: MonotonicClock.now))
                }
            case .stopAsking: session.stopAsking(for: self)
            case .askAgain: picture.requestFrameAgain()
            case .changed:
                if speaksForSession { session.note(isUnlit: visibility.state == .unlit, of: self) }
                onChange(visibility.state)
            }
        }
        schedule()
    }

    /// One timer at a time, which looks once more when it fires: frames come and go far oftener.
    private func schedule() {
        guard timer == nil, let time = visibility.wakeTime else { return }
        guard hearsSilence || visibility.isAsking else { return }
        timer = stage.loop.at(time) { [weak self] in
            guard let self else { return }
            self.timer = nil
            self.follow(self.visibility.turn(at: MonotonicClock.now))
        }
    }
}
