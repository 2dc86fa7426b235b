import ArgumentParser
import Foundation
import Oriel

struct CallCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "A call that moves a picture when Picture in Picture begins: once it doesn't, then it does.",
        discussion:
            "Prints what its delegate hears, with how many pictures lie over the view's own and in the call's content.")

    @Flag(help: "Instead, a call in full screen that floats out of a part of that, until the view is closed.")
    var corner = false

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Call")
        let program: AnyObject
        if corner { program = try Cornered(in: application) } else { program = try Moving(in: application) }
        try application.run()
        withExtendedLifetime(program) {}
    }
}

/// Starts Picture in Picture from a frame at 100,100 with a size of 180x320.
@MainActor
private final class Cornered {
    private let view: SampleBufferView
    private let controller: PictureInPictureController?

    init(in application: Application) throws {
        view = try SampleBufferView(in: application)
        try view.enqueue(SampleBuffer(.bgrx, width: 160, height: 90, time: .zero) { _ in })
        let content = VideoCallContent(preferredContentSize: Size(width: 90, height: 160))
        controller = PictureInPictureController(
            contentSource: .init(
                activeVideoCallSourceView: view, frame: { _ in Rect(x: 100, y: 100, width: 180, height: 320) },
                content: content))
        view.show(.fullScreen)
        Task {
            while view.statistics.presented == 0 { try await Task.sleep(for: .milliseconds(20)) }
            controller?.startPictureInPictureWhenPossible(within: .seconds(10))
        }
    }
}

@MainActor
private final class Moving: PictureInPictureControllerAsyncDelegate {
    private let application: Application
    private let view: SampleBufferView
    private let near: SampleBufferDisplayLayer
    private let content = VideoCallContent(preferredContentSize: Size(width: 90, height: 160))
    private var controller: PictureInPictureController?
    private var starts = 0

    private static let corner = Rect(x: 60, y: 10, width: 20, height: 36)

    init(in application: Application) throws {
        self.application = application
        view = try SampleBufferView(in: application)
        near = try SampleBufferDisplayLayer(in: application)
        view.addSublayer(near, frame: Self.corner, in: content.preferredContentSize)
        for layer in [view.displayLayer, near] {
            try layer.enqueue(SampleBuffer(.bgrx, width: 90, height: 160, time: .zero) { _ in })
        }
        controller = PictureInPictureController(
            contentSource: .init(activeVideoCallSourceView: view, content: content))
        controller?.delegate = self
        view.show()
        start()
    }

    private func start() {
        starts += 1
        controller?.startPictureInPictureWhenPossible(within: .seconds(10))
    }

    private func tell(_ what: String) {
        say("\(what): \(view.sublayers.count) over the view's, \(content.layers.count) in the content")
    }

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        // Moves the layer as `004` describes: `removeFromSuperview(); addSubview()`.
        near.removeFromSuperlayer()
        content.addSublayer(near, frame: Self.corner)
        tell("willStart")
        if starts == 1 { controller.stopPictureInPicture() }
    }

    func pictureInPictureController(
        _ controller: PictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        tell("failedToStart(\(error))")
        if starts == 1 { start() } else { application.stop() }
    }

    func pictureInPictureControllerDidStartPictureInPicture(_ controller: PictureInPictureController) {
        near.removeFromSuperlayer()
        tell("didStart")
        content.addSublayer(near, frame: Self.corner)
        content.preferredContentSize = Size(width: 160, height: 90)
        controller.stopPictureInPicture()
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        tell("didStop(\(reason))")
        application.stop()
    }
}
