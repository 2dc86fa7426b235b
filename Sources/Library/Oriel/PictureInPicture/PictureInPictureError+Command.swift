import OrielPictureInPicture
import OrielSceneHandoff

extension PictureInPictureError {
    /// Converts a command's failure into the error of a failed start.
    init(_ failure: CommandFailure) {
        self =
            switch failure {
            case .refused(let error): error
            case .unanswered: .peerUnresponsive
            case .ended: .peerTerminated
            case .noPlayer, .unknownPlayer, .noneInPictureInPicture, .noPartner, .failed: .notPossible
            }
    }
}
