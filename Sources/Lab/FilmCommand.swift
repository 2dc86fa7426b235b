import ArgumentParser
import Dispatch
import Foundation
import Oriel

struct FilmCommand: ParsableCommand {
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

    func run() throws { try MainActor.assumeIsolated { try film() } }

    @MainActor private func film() throws {
        let application = try Application(id: "org.oriel.Film")
        var options = CameraOptions()
        options.camera = camera
        if let size {
            let sides = size.split(separator: "x").compactMap { Int($0) }
            guard sides.count == 2 else { throw ValidationError("no size is called \(size)") }
            options.size = Size(width: sides[0], height: sides[1])
        }
        let program = try FilmingCall(in: application, options, mirrors: mirrors)
        // Opened for both, so that it doesn't end with a writer.
        let pipe = commands.map { open($0, O_RDWR | O_CLOEXEC | O_NONBLOCK) } ?? -1
        var reader: (any DispatchSourceRead)?
        if pipe >= 0 {
            let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .main)
            source.setEventHandler {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = max(0, read(pipe, &bytes, bytes.count))
                let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
                MainActor.assumeIsolated { for line in lines { program.obey(String(line)) } }
            }
            source.activate()
            reader = source
        }
        try application.run()
        withExtendedLifetime((program, reader)) {}
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
        camera.onFirstFrame = { Self.say("first frame") }
        camera.onInterruption = { reason in
            let isTaken = reason == .inUseByAnotherClient
            Self.say("interrupted(\(isTaken ? "inUseByAnotherClient" : "notAvailableInBackground"))")
        }
        camera.onInterruptionEnd = { Self.say("ended") }
        camera.onEnd = { Self.say("end: \($0)") }
        view.show()
    }

    private func sayCameras() {
        let names = camera.cameras.map { "\($0.name) \($0.sizes.map { "\($0.width)x\($0.height)" })" }
        Self.say("cameras: \(names), \(camera.camera?.name ?? "none") films")
    }

    private static func say(_ what: String) {
        print(what)
        fflush(nil)
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
        Self.say("did \(line)")
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didChangeStashed isStashed: Bool
    ) { Self.say("stashed \(isStashed)") }

    func pictureInPictureController(
        _ controller: PictureInPictureController, didChangeSuspended isSuspended: Bool
    ) { Self.say("suspended \(isSuspended)") }
}
