/// The controller and the delegate that `PlayerView.enablePictureInPicture` made.
struct ReadyPictureInPicture {
    let controller: PictureInPictureController
    let delegate: any PictureInPictureControllerDelegate
}
