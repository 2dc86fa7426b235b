import OrielGeometry
import OrielStamps
import OrielWaylandProtocols

/// Screenshots by `ext_image_copy_capture_manager_v1`, for compositors without screencopy.
enum ImageCopyCapture {
    private static let interfaces = [
        ExtImageCopyCaptureManagerV1.interface.name, ExtOutputImageCaptureSourceManagerV1.interface.name,
    ]

    /// Whether a compositor offers it.
    static func isOffered(by connection: ToolConnection) -> Bool {
        let names = Set(connection.globals.map(\.interface))
        return interfaces.allSatisfy(names.contains)
    }

    /// Takes a screenshot of an output, as it is scanned out. Waits up to ten seconds for the compositor.
    static func take(_ connection: ToolConnection, of output: ToolOutput, _ shm: WlShm) throws -> RGBPicture {
        let sources = try connection.require(ExtOutputImageCaptureSourceManagerV1.self, version: 1)
        let manager = try connection.require(ExtImageCopyCaptureManagerV1.self, version: 1)
        let source = sources.createSource(output: output.proxy)
        let session = manager.createSession(source: source, options: [])
        defer {
            session.destroy()
            source.destroy()
        }
        let buffer = try buffer(for: session, connection, shm)
        let frame = session.createFrame()
        defer { frame.destroy() }
        var result: Result<Void, any Error>?
        frame.onEvent = { event in
            switch event {
            case .ready: result = .success(())
            case .failed(let reason):
                result = .failure(TestSupportError("the compositor refused the screenshot: \(reason)"))
            default: break
            }
        }
        frame.attachBuffer(buffer: buffer.buffer)
        frame.damageBuffer(
            x: 0, y: 0, width: Int32(clamping: buffer.size.width), height: Int32(clamping: buffer.size.height))
        frame.capture()
        try turn(connection) { result != nil }
        frame.onEvent = nil
        guard let result else { throw TestSupportError("the screenshot never became ready") }
        try result.get()
        return buffer.picture()
    }

    /// Waits for a session's constraints, and makes a buffer that fulfils them.
    private static func buffer(
        for session: ExtImageCopyCaptureSessionV1, _ connection: ToolConnection, _ shm: WlShm
    ) throws -> SharedBuffer {
        var size = Size.zero
        var formats: [WlShm.Format] = []
        var isDone = false
        session.onEvent = { event in
            switch event {
            case .bufferSize(let width, let height): size = Size(width: Int(width), height: Int(height))
            case .shmFormat(let format): formats.append(format)
            case .done, .stopped: isDone = true
            default: break
            }
        }
        try turn(connection) { isDone }
        session.onEvent = nil
        guard let format = [WlShm.Format.xrgb8888, .argb8888].first(where: formats.contains) else {
            throw TestSupportError("the compositor takes no screenshot of 32 bits a pixel")
        }
        return try SharedBuffer(shm, size: size, format: format)
    }

    private static func turn(_ connection: ToolConnection, until condition: () -> Bool) throws {
        _ = try wait(.seconds(10)) {
            try connection.dispatch(limit: .milliseconds(100))
            return condition()
        }
    }
}
