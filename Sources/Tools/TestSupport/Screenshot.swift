import Foundation
import OrielGeometry
public import OrielStamps
import OrielWaylandProtocols

/// Takes a screenshot of a compositor.
public enum Screenshot {
    /// Takes a screenshot with screencopy, or with weston's own tool.
    /// - Parameter output: the output's name; nil for the first one.
    public static func take(of compositor: HeadlessCompositor, output: String? = nil) throws -> RGBPicture {
        if compositor.kind == .weston { return try takeFromWeston(compositor.environment, user: compositor.user) }
        return try take(socket: compositor.socket, output: output)
    }

    /// Takes a screenshot as `take(of:output:)`, for a compositor known only by its socket.
    public static func take(
        inSessionAt socket: String, output: String? = nil, prefersImageCopy: Bool = false
    ) throws -> RGBPicture {
        let offers = try ToolConnection(socket: socket).globals.map(\.interface)
        if offers.contains("weston_screenshooter") {
            let url = URL(fileURLWithPath: socket)
            return try takeFromWeston(
                [
                    "PATH": Executable.environment["PATH"] ?? "/usr/bin:/bin",
                    "XDG_RUNTIME_DIR": url.deletingLastPathComponent().path, "WAYLAND_DISPLAY": url.lastPathComponent,
                ], user: nil)
        }
        return try take(socket: socket, output: output, prefersImageCopy: prefersImageCopy)
    }

    /// Takes a screenshot with `zwlr_screencopy_frame_v1.copy`, or with `ext_image_copy_capture_manager_v1` where that
    /// is missing; upright, whatever the output's transform.
    /// - Parameter prefersImageCopy: uses the second one where both are offered.
    public static func take(
        socket: String, output name: String? = nil, prefersImageCopy: Bool = false
    ) throws -> RGBPicture {
        let connection = try ToolConnection(socket: socket)
        let shm = try connection.require(WlShm.self, version: 1)
        guard let output = try connection.outputs().first(where: { name == nil || $0.name == name }) else {
            throw TestSupportError("there is no output \(name ?? "")")
        }
        guard let turns = output.turns else { throw TestSupportError("\(output.name) is mirrored") }
        let screencopy = connection.bind(ZwlrScreencopyManagerV1.self, version: 1)
        if screencopy == nil || prefersImageCopy, ImageCopyCapture.isOffered(by: connection) {
            let picture = try ImageCopyCapture.take(connection, of: output, shm)
            return turns == 0 ? picture : picture.turned(byQuarters: turns)
        }
        let manager = try connection.require(ZwlrScreencopyManagerV1.self, version: 1)
        let frame = manager.captureOutput(overlayCursor: 0, output: output.proxy)
        var buffer: SharedBuffer?
        var upsideDown = false
        var result: Result<RGBPicture, any Error>?
        frame.onEvent = { event in
            switch event {
            case .buffer(let format, let width, let height, let stride):
                do {
                    let size = Size(width: Int(width), height: Int(height))
                    let made = try SharedBuffer(shm, size: size, stride: Int(stride), format: format)
                    buffer = made
                    frame.copy(buffer: made.buffer)
                } catch { result = .failure(error) }
            case .flags(let flags): upsideDown = flags.contains(.yInvert)
            case .ready: result = buffer.map { .success($0.picture(upsideDown: upsideDown)) }
            case .failed: result = .failure(TestSupportError("the compositor refused the screenshot"))
            default: break
            }
        }
        _ = try wait(.seconds(10)) {
            try connection.dispatch(limit: .milliseconds(100))
            return result != nil
        }
        frame.onEvent = nil
        guard let result else { throw TestSupportError("the screenshot never became ready") }
        let picture = try result.get()
        return turns == 0 ? picture : picture.turned(byQuarters: turns)
    }

    /// Takes a screenshot with `weston-screenshooter`, which writes a file into its working folder.
    private static func takeFromWeston(
        _ environment: [String: String], user: ChildProcess.User?
    ) throws -> RGBPicture {
        let folder = try TemporaryFolder()
        let inside = try folder.subfolder("shot", owner: user)
        let child = try ChildProcess(
            "weston-screenshooter", environment: environment, folder: inside, user: user)
        guard child.wait(.seconds(20)) == .code(0),
            let name = try FileManager.default.contentsOfDirectory(atPath: inside).first
        else { throw TestSupportError("weston-screenshooter took no picture: \(child.standardError)") }
        return try PNGFile.read("\(inside)/\(name)")
    }
}
