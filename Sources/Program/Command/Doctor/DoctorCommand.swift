import ArgumentParser
import FoundationEssentials
import Glibc
import Oriel
import OrielPlatform
import OrielSessionBus
import OrielTexts

/// `oriel doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: localized("Check the features of this compositor, machine and desktop, and suggest fixes."))

    @Flag(help: .localized("Print JSON.")) var json = false
    @Flag(help: .localized("Install what keeps overlays on top: GNOME's extension or KDE's window rule. Asks first."))
    var fix = false
    @Flag(help: .localized("Answer yes to the questions of --fix.")) var yes = false

    func validate() throws {
        guard !yes || fix else { throw ValidationError(localized("--yes is for --fix")) }
        guard !(fix && json) else { throw ValidationError(localized("--fix and --json exclude each other")) }
    }

    func run() throws {
        // JSON is the same in every language.
        if json { Localization.end() }
        let remedies = DesktopRemedies.all(in: ProcessInfo.processInfo.environment)
        guard !fix else { return try apply(remedies) }
        let (configuration, warnings) = ConfigurationFile.load()
        // `run` is called on the main thread, but `ParsableCommand` doesn't declare it.
        var report = MainActor.assumeIsolated {
            Doctor.examine(
                surface: configuration.view.pictureInPicture.surface, hardwareDevice: configuration.hardwareDevice)
        }
        report.checks += remedies.map { $0.check() }
        report.checks += [Self.fileDialogue(), Self.hotkeys(), Self.sharing(), LinkHandler.check()]
        if let check = Browser.check(ProcessInfo.processInfo.environment) { report.checks.append(check) }
        for warning in warnings {
            report.checks.append(.init(localized("configuration"), .limited, warning))
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
            let version = try PortalProbe.version(of: .globalShortcuts, within: .seconds(1))
            let portal = localized("the desktop's portal, version \(version)")
            guard !record.refused else {
                return .init(
                    localized("hotkeys"), .limited, localized("refused in the dialogue of \(portal)"),
                    advice: localized("oriel bind portal asks again."))
            }
            guard record.keys?.isEmpty == false else {
                return .init(
                    localized("hotkeys"), .limited, localized("none bound by \(portal)"),
                    advice: localized("oriel bind portal asks for them."))
            }
            return .init(localized("hotkeys"), .ok, localized("\(record.summary), by \(portal)"))
        } catch {
            return .init(
                localized("hotkeys"), .limited, error.busProblem,
                advice: localized("Bind keys in the compositor: oriel bind prints the lines."))
        }
    }

    /// The dialogue that chooses a file; waits up to a second for the desktop's portal.
    private static func fileDialogue() -> DoctorReport.Check {
        do throws(PlatformError) {
            let version = try PortalProbe.version(of: .fileChooser, within: .seconds(1))
            return .init(localized("file dialogue"), .ok, localized("the desktop's portal, version \(version)"))
        } catch {
            return .init(
                localized("file dialogue"), .limited, error.busProblem,
                advice: localized(
                    """
                    Drop files on the window, or name them: oriel play FILE. A portal such as xdg-desktop-portal-gtk \
                    has the dialogue.
                    """))
        }
    }

    /// Windows and screens for `oriel float`; waits up to a second for the desktop's portal.
    private static func sharing() -> DoctorReport.Check {
        if let problem = ScreenCast.libraryProblem {
            return .init(
                localized("sharing"), .limited, localized("PipeWire's library can't be opened: \(problem)"),
                advice: localized("oriel float needs libpipewire-0.3."))
        }
        do throws(PlatformError) {
            let version = try PortalProbe.version(of: .screenCast, within: .seconds(1))
            return .init(
                localized("sharing"), .ok, localized("windows and screens by the desktop's portal, version \(version)"))
        } catch {
            return .init(
                localized("sharing"), .limited, error.busProblem,
                advice: localized("oriel float needs a portal with screen casts."))
        }
    }

    /// Applies the remedies that the user agrees to.
    private func apply(_ remedies: [any DesktopRemedy]) throws {
        let wanted = remedies.compactMap { remedy in remedy.question.map { (remedy, $0) } }
        guard !wanted.isEmpty else {
            guard !remedies.isEmpty else {
                return print(
                    localized("nothing to fix: only GNOME and KDE need something for overlays (XDG_CURRENT_DESKTOP)"))
            }
            for line in DoctorReport(checks: remedies.map { $0.check() }).lines(colored: false) { print(line) }
            return
        }
        guard yes || isatty(STDIN_FILENO) != 0 else {
            throw CommandFailureLine(
                "doctor", localized("--fix asks before it changes anything, and standard input is no terminal"),
                advice: localized("add --yes"))
        }
        for (remedy, question) in wanted {
            if let obstacle = remedy.obstacle {
                throw CommandFailureLine("doctor", localized("\(obstacle); nothing was changed"))
            }
            print(question)
            for step in remedy.steps { print("  \(step)") }
            guard yes || isAgreed() else {
                print(localized("nothing was changed"))
                continue
            }
            do throws(RemedyFailure) { print(try remedy.apply()) } catch {
                throw CommandFailureLine("doctor", error.what)
            }
        }
    }

    private func isAgreed() -> Bool {
        print("[y/N] ", terminator: "")
        fflush(nil)
        let answer = (readLine() ?? "").filter { !$0.isWhitespace }.lowercased()
        return answer == "y" || answer == "yes"
    }
}
