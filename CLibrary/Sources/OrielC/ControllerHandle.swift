import COriel
import Oriel

/// Object behind `oriel_controller`.
@MainActor
final class ControllerHandle: Handled {
    nonisolated static let noun = "a controller"

    var handle: OpaquePointer?
    let controller: PictureInPictureController
    weak var view: ViewHandle?
    /// Unanswered restores and skips, by number. Any thread.
    nonisolated let questions: Questions
    private let delegate: ProgramDelegate?
    private let playback: ProgramPlayback?

    init(
        of view: ViewHandle, _ callbacks: oriel_controller_callbacks?, _ playback: oriel_playback?
    ) throws(Failure) {
        guard !view.host.isClosed else { throw .hasEnded("the view") }
        guard view.controller == nil else { throw Failure(ORIEL_ERROR_BUSY, "the view has a controller") }
        guard playback == nil || view.frames != nil else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view shows a player, which plays by itself")
        }
        let questions = Questions()
        self.questions = questions
        let program = ProgramPlayback(playback ?? oriel_playback(), questions)
        let source: PictureInPictureController.ContentSource =
            if let frames = view.frames {
                .init(sampleBufferView: frames, playbackDelegate: program)
            } else {
                .init(playerView: view.host)
            }
        guard let controller = PictureInPictureController(contentSource: source) else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "nothing of this compositor's can float above other windows")
        }
        self.controller = controller
        // It is kept weakly: without one nothing can be paused or skipped.
        self.playback = playback == nil ? nil : program
        delegate = callbacks.map { ProgramDelegate($0, questions) }
        self.view = view
        view.controller = self
        delegate?.handle = self
        program.handle = self
        controller.delegate = delegate
        controller.restoresUserInterface = callbacks?.restore != nil
    }

    var state: oriel_controller_state {
        var state = oriel_controller_state()
        state.size = MemoryLayout<oriel_controller_state>.size
        let snapshot = controller.snapshot
        state.transition =
            switch snapshot.state {
            case .idle: ORIEL_TRANSITION_IDLE
            case .requesting: ORIEL_TRANSITION_REQUESTING
            case .starting: ORIEL_TRANSITION_STARTING
            case .active: ORIEL_TRANSITION_ACTIVE
            case .restoring: ORIEL_TRANSITION_RESTORING
            case .stopping: ORIEL_TRANSITION_STOPPING
            }
        state.is_possible = snapshot.isPossible
        state.is_active = snapshot.isActive
        state.is_suspended = snapshot.isSuspended
        state.is_stashed = snapshot.isStashed
        state.can_stop = snapshot.canStop
        state.is_automatic = snapshot.isAutomatic
        if let frame = controller.pictureInPictureFrame {
            (state.x, state.y) = (CInt(clamping: frame.x), CInt(clamping: frame.y))
            (state.width, state.height) = (CInt(clamping: frame.width), CInt(clamping: frame.height))
        }
        return state
    }

    /// Invalidates the handle; the object ends when its last call returns.
    func free() {
        if view?.controller === self { view?.controller = nil }
        Handles.discard(handle)
    }
}
