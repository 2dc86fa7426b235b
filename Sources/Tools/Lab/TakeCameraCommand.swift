import ArgumentParser
import CFakeVideoSource
import CPipeWire
import Foundation

struct TakeCameraCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take-camera", abstract: "Uses a camera in PipeWire alone.",
        discussion: "Prints when its frames begin and end.")

    @Argument(help: "The camera's number in PipeWire.") var node: UInt32

    @Flag(help: "Takes it from its users; otherwise waits until it has none.") var fromOthers = false

    func run() throws {
        var problem = [CChar](repeating: 0, count: 256)
        guard oriel_pipewire_open(&problem, problem.count) else { throw ValidationError("no libpipewire") }
        let result = fake_taker_run(node, fromOthers) { isStreaming in
            print(isStreaming ? "taken" : "idle")
            fflush(nil)
        }
        guard result == 0 else { throw ValidationError("no PipeWire: \(String(cString: strerror(-result)))") }
    }
}
