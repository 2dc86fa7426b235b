import CLinux
import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport

extension PipeWireServer {
    /// Returns a connection to this server; the process's environment stays as it is.
    func connect() throws -> Descriptor {
        let descriptor = try Descriptor(
            checking: socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0), "socket")
        let path = "\(environment["PIPEWIRE_RUNTIME_DIR"] ?? "")/pipewire-0"
        guard oriel_connect_path(descriptor.number, path) == 0 else { throw TestSupportError("no PipeWire") }
        return descriptor
    }

    /// An object in `pw-dump`'s list.
    struct Object: Decodable {
        struct Information: Decodable {
            let state: String?
            let props: Properties?
        }
        struct Properties: Decodable {
            let dontFallback: Bool?
            private enum CodingKeys: String, CodingKey { case dontFallback = "node.dont-fallback" }
        }
        let id: UInt32
        let type: String
        let info: Information?
    }

    /// Returns its objects of one type, such as `Node` or `Link`.
    func objects(_ type: String) throws -> [Object] {
        let list = try run("pw-dump", ["--no-colors"])
        return try JSONDecoder().decode([Object].self, from: Data(list.utf8))
            .filter { $0.type == "PipeWire:Interface:\(type)" }
    }

    /// Destroys an object of `objects`, as a session manager may; returns once it is gone.
    func destroy(_ object: Object) throws {
        let words = try run("pw-cli", ["destroy", "\(object.id)"])
        let type = object.type.split(separator: ":").last ?? ""
        let isGone = try OrielTestSupport.wait(.seconds(5)) {
            try !objects(String(type)).contains { $0.id == object.id }
        }
        guard isGone else { throw TestSupportError("object \(object.id) stays: \(words)") }
    }

    /// Returns what a program of PipeWire prints.
    private func run(_ program: String, _ words: [String]) throws -> String {
        let child = try ChildProcess(
            program, words, environment: Executable.environment.merging(environment) { $1 })
        defer { child.stop(grace: .zero) }
        guard child.wait(.seconds(10)) != nil else { throw TestSupportError("\(program) doesn't end") }
        return child.standardOutput
    }
}
