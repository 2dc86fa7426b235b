import ArgumentParser
import Foundation
import Oriel
import OrielPlatform
import OrielSessionBus

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
        report.checks.append(Self.hotkeys())
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

    /// Global shortcuts by the desktop's portal; waits up to a second for it.
    private static func hotkeys() -> DoctorReport.Check {
        let record = ShortcutRecord(from: StateFolder.ofUser())
        do throws(PlatformError) {
            let version = try ShortcutsProbe.version(within: .seconds(1))
            let portal = "the desktop's portal, version \(version)"
            guard !record.refused else {
                return .init(
                    "hotkeys", .limited, "refused in the dialogue of \(portal)",
                    advice: "oriel bind portal asks again.")
            }
            guard record.keys?.isEmpty == false else {
                return .init(
                    "hotkeys", .limited, "none bound by \(portal)", advice: "oriel bind portal asks for them.")
            }
            return .init("hotkeys", .ok, "\(record.summary), by \(portal)")
        } catch {
            return .init(
                "hotkeys", .limited, "the desktop has no portal for them: \(error.errno)",
                advice: "Bind keys in the compositor: oriel bind prints the lines.")
        }
    }
}
