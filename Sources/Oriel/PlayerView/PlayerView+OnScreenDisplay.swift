import OrielRemoteControl
import OrielText
import OrielWindows

/// The view as the host of its on-screen display.
extension PlayerView: OnScreenDisplayHost {
    var repeatStart: Duration? { requests.navigation.repeatStart }

    var surfaceWords: String? {
        scene.shownPicture.map { "\($0.bufferSize.width)×\($0.bufferSize.height) pixels, \(session.mode.rawValue)" }
    }

    var shownMessage: Message? { scene.saying?.message }

    func draw(_ message: Message, for time: Duration) { scene.say(message, for: time) }
}
