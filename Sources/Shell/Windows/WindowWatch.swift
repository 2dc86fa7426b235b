import OrielPictureInPicture
import OrielPlatform
import OrielSurfaces
import OrielWayland

/// Watches whether the picture of a window or an overlay is visible.
@MainActor
package final class WindowWatch {
    private let picture: PictureSurface
    /// If the outputs of this surface are dark, the whole session counts as hidden.
    private let speaksForSession: Bool
    private let session: SessionWatch
    private var visibility = SurfaceVisibility()
    private let timer = LoopTimer()
    /// The watch's handlers of the picture.
    private var outputs: HandlerList<Void>.Token?
    private var pacing: HandlerList<SurfacePacing.Change>.Token?
    /// Whether missing frame callbacks count as evidence. This costs a timer while the picture moves.
    var hearsSilence = false {
        didSet { schedule() }
    }
    /// Called when the state has changed.
    var onChange: (SurfaceVisibility.State) -> Void = { _ in }

    init(_ picture: PictureSurface, session: SessionWatch, speaksForSession: Bool = true) {
        self.picture = picture
        self.speaksForSession = speaksForSession
        self.session = session
        outputs = picture.onOutputsChange.append { [weak self] in self?.outputsChanged() }
        pacing = picture.pacing.onChange.append { [weak self] in self?.paced($0) }
        outputsChanged()
    }

    var state: SurfaceVisibility.State { visibility.state }

    /// Whether nothing of the picture is shown now, according to the compositor's reports and the pending frame
    /// callback. It works without `hearsSilence`.
    package var isUnseen: Bool { visibility.isUnseen(at: MonotonicClock.now) }

    /// Notes whether the compositor has suspended the window.
    func suspended(_ isSuspended: Bool) { follow(visibility.suspended(isSuspended, at: MonotonicClock.now)) }

    /// Ends the watch.
    func finish() {
        if let outputs { picture.onOutputsChange.remove(outputs) }
        if let pacing { picture.pacing.onChange.remove(pacing) }
        onChange = { _ in }
        timer.cancel()
        session.stopAsking(for: self)
        session.note(isUnlit: false, of: self)
    }

    private func outputsChanged() {
        follow(visibility.on(outputs: picture.surface.outputs.count, at: MonotonicClock.now))
    }

    private func paced(_ pacing: SurfacePacing.Change) {
        let now = MonotonicClock.now
        switch pacing {
        case .asked:
            visibility.asked(at: now)
            schedule()
        case .answered: follow(visibility.answered(at: now))
        }
    }

    /// Carries out the decisions of `visibility`.
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

    /// Sets the timer unless one is set. When it fires it looks at the time again; resetting it for each frame would
    /// cost more.
    private func schedule() {
        guard !timer.isSet, let time = visibility.wakeTime else { return }
        guard hearsSilence || visibility.isAsking else { return }
        timer.set(on: picture.loop, at: time) { [weak self] in
            guard let self else { return }
            self.follow(self.visibility.turn(at: MonotonicClock.now))
        }
    }
}
