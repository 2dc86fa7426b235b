import ArgumentParser
import Oriel

struct FilmCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "film", abstract: "A call whose picture is a camera's, in its window and in what floats.",
        discussion: """
            Prints what it hears of the camera. Lines from a named pipe change it: choose NAME, choose usual, suspend, \
            resume, stop.
            """)

    @Flag(help: "Mirrors the picture.") var mirrors = false
    @Option(help: "Name of the camera that films.") var camera: String?
    @Option(help: "Size of the pictures, such as 640x480.") var size: String?
    @Option(help: "Named pipe to read commands from.") var commands: String?

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Film")
        var options = CameraOptions()
        options.camera = camera
        if let size { options.size = try parsedSize(size) }
        let program = try FilmingCall(in: application, options, mirrors: mirrors)
        let pipe = commands.map { LinePipe($0) { program.obey($0) } }
        try application.run()
        withExtendedLifetime((program, pipe)) {}
    }
}

@MainActor
private final class FilmingCall: PictureInPictureControllerAsyncDelegate {
    private let view: SampleBufferView
    private let content = VideoCallContent(preferredContentSize: Size(width: 560, height: 320))
    private var controller: PictureInPictureController?
    private let camera: CameraSource

    init(in application: Application, _ options: CameraOptions, mirrors: Bool) throws {
        view = try SampleBufferView(in: application)
        content.addSublayer(view.displayLayer)
        camera = try CameraSource(for: view, options: options)
        camera.addPreview(view.displayLayer, isMirrored: mirrors)
        controller = PictureInPictureController(
            contentSource: .init(activeVideoCallSourceView: view, content: content))
        controller?.delegate = self
        camera.onCamerasChange = { [weak self] in self?.sayCameras() }
        camera.onFirstFrame = { say("first frame") }
        camera.onInterruption = { reason in
            let isTaken = reason == .inUseByAnotherClient
            say("interrupted(\(isTaken ? "inUseByAnotherClient" : "notAvailableInBackground"))")
        }
        camera.onInterruptionEnd = { say("ended") }
        camera.onEnd = { say("end: \($0)") }
        view.show()
    }

    private func sayCameras() {
        let names = camera.cameras.map { "\($0.name) \($0.sizes.map { "\($0.width)x\($0.height)" })" }
        say("cameras: \(names), \(camera.camera?.name ?? "none") films")
    }

    func obey(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "choose": camera.choose(camera.cameras.first { $0.name == words.last })
        case "suspend": camera.isSuspended = true
        case "resume": camera.isSuspended = false
        case "stop": camera.stop()
        default: break
        }
        say("did \(line)")
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didChangeStashed isStashed: Bool
    ) { say("stashed \(isStashed)") }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didChangeSuspended isSuspended: Bool
    ) { say("suspended \(isSuspended)") }
}
