import COriel
import Oriel

/// Calls a program's callbacks as a controller's delegate.
@MainActor
final class ProgramDelegate: PictureInPictureControllerDelegate {
    private let callbacks: oriel_controller_callbacks
    private let questions: Questions
    weak var handle: ControllerHandle?

    init(_ callbacks: oriel_controller_callbacks, _ questions: Questions) {
        self.callbacks = callbacks
        self.questions = questions
    }

    private typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    private func call(_ callback: Callback?) { callback?(handle?.handle, callbacks.data) }

    func pictureInPictureControllerWillStartPictureInPicture(_: PictureInPictureController) {
        call(callbacks.will_start)
    }

    func pictureInPictureControllerDidStartPictureInPicture(_: PictureInPictureController) { call(callbacks.did_start) }

    func pictureInPictureController(
        _: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        let error = (error as? PictureInPictureError).map { oriel_start_error($0) } ?? ORIEL_START_NOT_POSSIBLE
        callbacks.failed_to_start?(handle?.handle, error, callbacks.data)
    }

    func pictureInPictureController(
        _: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        guard let restore = callbacks.restore else { return completionHandler(false) }
        restore(handle?.handle, questions.ask(completionHandler), callbacks.data)
    }

    func pictureInPictureControllerDidCancelRestoreUserInterface(_: PictureInPictureController) {
        call(callbacks.cancel_restore)
    }

    func pictureInPictureControllerWillStopPictureInPicture(_: PictureInPictureController) { call(callbacks.will_stop) }

    func pictureInPictureController(
        _: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) { callbacks.did_stop?(handle?.handle, oriel_stop_reason(reason), callbacks.data) }

    func pictureInPictureControllerWillEnterForeground(_: PictureInPictureController) {
        call(callbacks.will_enter_foreground)
    }

    func pictureInPictureControllerDidEnterBackground(_: PictureInPictureController) {
        call(callbacks.did_enter_background)
    }

    func pictureInPictureController(_: PictureInPictureController, didUpdate _: PictureInPictureSnapshot) {
        call(callbacks.changed)
    }
}

extension oriel_start_error {
    init(_ error: PictureInPictureError) {
        self =
            switch error {
            case .notSupported: ORIEL_START_NOT_SUPPORTED
            case .notPossible: ORIEL_START_NOT_POSSIBLE
            case .notForeground: ORIEL_START_NOT_FOREGROUND
            case .transitionInProgress: ORIEL_START_TRANSITION_IN_PROGRESS
            case .firstFrameTimeout: ORIEL_START_FIRST_FRAME_TIMEOUT
            case .surfaceClosed: ORIEL_START_SURFACE_CLOSED
            case .cancelled: ORIEL_START_CANCELLED
            case .restoreRejected: ORIEL_START_RESTORE_REJECTED
            case .restoreTimedOut: ORIEL_START_RESTORE_TIMED_OUT
            case .peerTerminated: ORIEL_START_PEER_TERMINATED
            case .peerUnresponsive: ORIEL_START_PEER_UNRESPONSIVE
            case .brokerLost: ORIEL_START_BROKER_LOST
            case .sourceNotReady: ORIEL_START_SOURCE_NOT_READY
            }
    }
}

extension oriel_stop_reason {
    fileprivate init(_ reason: StopReason) {
        self =
            switch reason {
            case .restoreRequested: ORIEL_STOP_RESTORE_REQUESTED
            case .userClosed: ORIEL_STOP_USER_CLOSED
            case .programmatic: ORIEL_STOP_PROGRAMMATIC
            case .mediaEnded: ORIEL_STOP_MEDIA_ENDED
            case .restoreRejected: ORIEL_STOP_RESTORE_REJECTED
            case .restoreTimedOut: ORIEL_STOP_RESTORE_TIMED_OUT
            case .replaced: ORIEL_STOP_REPLACED
            case .stoppedByOtherApp: ORIEL_STOP_STOPPED_BY_OTHER_APP
            case .appForegrounded: ORIEL_STOP_APP_FOREGROUNDED
            case .surfaceClosed: ORIEL_STOP_SURFACE_CLOSED
            case .sourceLost: ORIEL_STOP_SOURCE_LOST
            case .failure: ORIEL_STOP_FAILURE
            }
    }
}
