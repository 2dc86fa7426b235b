import CLinux
import Foundation
import Glibc

/// The VA-API driver for tests (`Tests/VADriver`), compiled into a folder where the real libva finds it.
///
/// There is no graphics device where tests run, so any character device is the render node (`node.c`). A machine that
/// has one names it in `ORIEL_VIDEO_DEVICE` (`scripts/prove devices`): nothing of libdrm is replaced there, and
/// surfaces are the device's memory.
public final class VideoDriver: Sendable {
    /// The folder of the driver, its rules and its counts.
    public let folder: TemporaryFolder
    /// A character device that exists everywhere, taken as the render node, or the machine's own.
    public static let device = real ?? "/dev/null"
    /// Whether the device is a render node.
    public static var isReal: Bool { real != nil }
    private static let real = Executable.environment["ORIEL_VIDEO_DEVICE"]

    /// Whether a driver can be compiled and a device be opened; if not, tests fail unless `ORIEL_MAY_SKIP` names clang.
    public static var isExpected: Bool { Executable.isExpected("clang") }

    private static let sources = Checkout.root.appending(path: "Tests/VADriver").path

    /// Compiles the driver.
    /// - Throws: `TestSupportError` with the compiler's message.
    public init() throws {
        folder = try TemporaryFolder()
        try Self.compile(
            ["driver.c", "card.c", "frames.c", "vp9.c", "jpeg.c", "h264.c"], to: "\(folder.path)/oriel_drv_video.so",
            ["-fvisibility=hidden", "-lavcodec", "-lavutil", "-lpthread"])
        try Self.compile(["node.c"], to: nodeLibrary, [])
    }

    /// Compiles files of the driver to a library.
    static func compile(_ names: [String], to library: String, _ options: [String]) throws {
        let compiler = try ChildProcess(
            "clang",
            ["-O1", "-shared", "-fPIC", "-o", library] + names.map { "\(sources)/\($0)" } + options)
        guard compiler.wait(.seconds(180)) == .code(0) else { throw TestSupportError(compiler.standardError) }
    }

    private var nodeLibrary: String { "\(folder.path)/node.so" }

    /// Environment of a compositor and clients that draw with OpenGL ES on the processor, in memory of the device; nil
    /// where there is none.
    ///
    /// Mesa makes such memory with a display node. `scripts/prove devices` names it in `ORIEL_VIDEO_CARD`, and has put
    /// the same device in the render node's place; programs take it for one (`node.c`).
    public var drawing: [String: String]? {
        Executable.environment["ORIEL_VIDEO_CARD"].map {
            [
                "WLR_RENDERER": "gles2", "WLR_RENDER_DRM_DEVICE": $0, "MESA_LOADER_DRIVER_OVERRIDE": "kms_swrast",
                "LD_PRELOAD": nodeLibrary,
            ]
        }
    }
    /// Whether compositors can draw in memory of the device.
    public static var draws: Bool { Executable.environment["ORIEL_VIDEO_CARD"] != nil }

    /// Environment with which another program finds the driver.
    public var environment: [String: String] {
        var environment = ["LIBVA_DRIVERS_PATH": folder.path, "LIBVA_DRIVER_NAME": "oriel"]
        if !Self.isReal { environment["LD_PRELOAD"] = nodeLibrary }
        return environment
    }

    /// Makes this process find the driver, for good.
    public func install() throws {
        for (name, value) in environment where name != "LD_PRELOAD" { setenv(name, value, 1) }
        guard !Self.isReal else { return }
        guard dlopen(nodeLibrary, RTLD_NOW | RTLD_GLOBAL) != nil else {
            throw TestSupportError(dlerror().map { String(cString: $0) } ?? "dlopen")
        }
    }

    /// Sets the rules (`driver.c`) for displays that are opened from now on, and forgets the counts.
    public func control(_ rules: String = "") throws {
        try rules.write(toFile: "\(folder.path)/control", atomically: true, encoding: .utf8)
        try? FileManager.default.removeItem(atPath: "\(folder.path)/counts")
    }

    /// Number of calls of a function on displays that were closed since the last `control`.
    public func calls(of function: String) -> Int {
        let text = (try? String(contentsOfFile: "\(folder.path)/counts", encoding: .utf8)) ?? ""
        var sum = 0
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == function { sum += Int(words[1]) ?? 0 }
        }
        return sum
    }
}
