import Foundation
import OrielTestSupport
import Testing

/// PipeWire's interface as CPipeWire declares it by hand, beside PipeWire's own headers where these are installed.
@Suite struct PipeWireHeaderTests {
    private static let installed = "/usr/include/pipewire-0.3"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: installed), "libpipewire-0.3-dev is not installed"))
    func declarationsMatchTheHeaders() throws {
        let package = Checkout.root.path
        let compiler = try ChildProcess(
            "clang++",
            [
                "-std=c++17", "-Wall", "-Werror", "-fsyntax-only", "-isystem", Self.installed, "-isystem",
                "/usr/include/spa-0.2", "-I", "\(package)/Sources/Playback/CPipeWire/include",
                "\(package)/Tests/PipeWireHeaders/layouts.cpp",
            ])
        #expect(compiler.wait(.seconds(120)) == .code(0), "\(compiler.standardError)")
    }
}
