import Dispatch
import Glibc
import Oriel

/// A call of two: the first process waits at a socket, the second calls. Each films itself, or draws itself without a
/// camera, sends that, and shows the other with itself in a corner, mirrored; by `i` in Picture in Picture, and by
/// itself when its window is left.
@main @MainActor
final class Call: PictureInPictureControllerAsyncDelegate {
    private nonisolated static let size = Size(width: 90, height: 160)
    private static let corner = Rect(x: 480, y: 40, width: 200, height: 356)

    private let application: Application
    private let line: CallLine
    private let far: SampleBufferView
    private let near: SampleBufferDisplayLayer
    private let content = VideoCallContent(preferredContentSize: Size(width: 720, height: 1280))
    private var controller: PictureInPictureController?
    private let camera: CameraSource
    private var isFilming = false
    private var count = 0

    static func main() {
        guard CommandLine.arguments.count == 2 else { return print("usage: Call SOCKET") }
        do { try Call(CallLine(CommandLine.arguments[1])).run() } catch {
            print("Call: \(error)")
            exit(1)
        }
    }

    private init(_ line: CallLine) throws {
        self.line = line
        application = try Application(id: "org.example.Call", handlesSignals: true)
        far = try SampleBufferView(in: application)
        far.pictureInPictureClosePolicy = .closesView
        near = try SampleBufferDisplayLayer(in: application)
        // A camera's picture is wide, the corner may be high.
        near.videoGravity = .resizeAspectFill
        far.addSublayer(near, frame: Self.corner, in: content.preferredContentSize)
        content.addSublayer(far.displayLayer)
        camera = try CameraSource(for: far)
        controller = PictureInPictureController(
            contentSource: .init(activeVideoCallSourceView: far, content: content))
        controller?.canStartPictureInPictureAutomaticallyFromInline = true
        controller?.delegate = self
    }

    private func run() throws {
        for timebase in [far.timebase, near.timebase] {
            timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
        }
        film()
        let pencil = DispatchSource.makeTimerSource(queue: .main)
        pencil.schedule(deadline: .now(), repeating: .milliseconds(66))
        pencil.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.draw() } }
        pencil.activate()
        // A thread that waits for pictures: Persistence.swift says why not a source of Dispatch.
        DispatchQueue(label: "line").async { [weak self, line] in
            while let pixels = line.receive(Self.size.width * Self.size.height * 4) {
                DispatchQueue.main.sync { MainActor.assumeIsolated { self?.showFar(pixels) } }
            }
            DispatchQueue.main.sync { MainActor.assumeIsolated { self?.far.close() } }
        }
        far.show()
        try application.run()
        print("Call: end")
    }

    // MARK: Pictures

    /// Films, once there is a camera that may: its pictures go to the corner and to the line.
    private func film() {
        camera.onFirstFrame = { [weak self] in
            guard let self else { return }
            Self.say("Call: filming with \(camera.camera?.name ?? "a camera")")
            isFilming = true
            near.flushAndRemoveImage()
            camera.addPreview(near)
        }
        camera.onCamerasChange = { [weak self] in
            if self?.camera.cameras.isEmpty == true { Self.say("Call: no camera; drawing instead") }
        }
        camera.onInterruption = { Self.say("Call: \($0)") }
        camera.onInterruptionEnd = { Self.say("Call: the camera is back") }
        camera.onEnd = { [weak self] reason in
            Self.say("Call: \(reason); drawing instead")
            self?.isFilming = false
        }
        camera.setFrameHandler { [line] frame in
            let size = Call.size
            guard let picture = SmallPicture(frame, width: size.width, height: size.height) else { return }
            picture.bytes.withUnsafeBytes { line.send($0) }
        }
    }

    private static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Who isn't filmed is a disc that goes up and down.
    private func draw() {
        guard !isFilming else { return }
        count += 1
        let (width, height) = (Self.size.width, Self.size.height)
        let y = height / 2 + abs(count % 60 - 30) - 15
        let (ground, disc): (UInt32, UInt32) = line.isCaller ? (0x60_3010, 0xFF_9020) : (0x10_3060, 0x20_90FF)
        let pixels = (0..<width * height).map { index in
            let (dx, dy) = (index % width - width / 2, index / width - y)
            return dx * dx + dy * dy < 900 ? disc : ground
        }
        pixels.withUnsafeBytes {
            line.send($0)
            show($0, on: near)
        }
    }

    private func showFar(_ pixels: [UInt8]) {
        pixels.withUnsafeBytes { show($0, on: far.displayLayer) }
    }

    private func show(_ pixels: UnsafeRawBufferPointer, on layer: SampleBufferDisplayLayer) {
        let frame = try? SampleBuffer(
            .bgrx, width: Self.size.width, height: Self.size.height, time: layer.timebase.time
        ) { planes in
            for row in 0..<Self.size.height {
                let source = UnsafeRawBufferPointer(
                    rebasing: pixels[row * Self.size.width * 4..<(row + 1) * Self.size.width * 4])
                UnsafeMutableRawBufferPointer(rebasing: planes[0].bytes[(row * planes[0].bytesPerRow)...]).copyMemory(
                    from: source)
            }
        }
        // What comes too fast is left out.
        if let frame { try? layer.enqueue(frame) }
    }

    // MARK: Picture in Picture

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: PictureInPictureController) {
        content.addSublayer(near, frame: Self.corner)
    }

    func pictureInPictureControllerRestoreUserInterfaceForPictureInPictureStop(
        _ controller: PictureInPictureController
    ) async -> Bool { true }
}
