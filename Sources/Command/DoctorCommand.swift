import ArgumentParser
import Foundation
import Oriel

/// `oriel doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the features of this compositor, machine and desktop, and suggest fixes.")

    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        let (configuration, warnings) = ConfigurationFile.load()
        // `run` is called on the main thread, but `ParsableCommand` doesn't declare it.
        var report = MainActor.assumeIsolated { Doctor.examine(surface: configuration.pictureInPicture.surface) }
        for warning in warnings {
            report.checks.append(.init("configuration", .limited, warning))
        }
        if json {
            try printJSON(report)
        } else {
            for line in report.lines(colored: isatty(STDOUT_FILENO) != 0) { print(line) }
        }
        if !report.isUsable { throw ExitCode(1) }
    }
}
