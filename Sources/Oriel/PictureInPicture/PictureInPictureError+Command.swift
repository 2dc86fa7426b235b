import OrielPictureInPicture
import OrielSceneHandoff

extension PictureInPictureError {
    /// Why a command came to nothing, as a start would say it.
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
