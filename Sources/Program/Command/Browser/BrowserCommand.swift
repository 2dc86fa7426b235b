import ArgumentParser
import FoundationEssentials
import Glibc
import OrielPlatform
import OrielTexts

/// `oriel browser`: connects browsers with their extension.
struct BrowserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browser",
        abstract: localized("Connect browsers, whose extension floats a tab's video and takes it back."),
        discussion: localized(
            """
            install writes, for each browser that is found, the file that lets the extension start this program; remove \
            removes it; status says which browsers are connected. docs/browser.md describes the extension.
            """))

    /// A browser itself starts `host`.
    enum Action: String, ExpressibleByArgument {
        case install, remove, status, host
        static var allValueStrings: [String] { ["install", "remove", "status"] }
    }

    @Argument(help: .localized("What to do: install, remove or status.")) var action = Action.status

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        switch action {
        case .host:
            do { try MainActor.assumeIsolated { try BrowserHost().run() } } catch {
                throw CommandFailureLine("browser", "host is for browsers, which start it with pipes: \(error)")
            }
        case .status:
            for browser in Browser.allCases where browser.isFound(environment) {
                print("\(browser.rawValue): \(browser.problem(environment) ?? localized("connected"))")
            }
        case .install: try install(environment)
        case .remove: try remove(environment)
        }
    }

    private func install(_ environment: [String: String]) throws {
        let found = Browser.allCases.filter { $0.isFound(environment) }
        guard !found.isEmpty else {
            throw CommandFailureLine(
                "browser", localized("no browser is found"),
                advice: localized("those of Flatpak and Snap can't start programs"))
        }
        var hasFailed = false
        for browser in found {
            do { try install(browser, environment) } catch {
                hasFailed = true
                writeLine("\(error)", to: STDERR_FILENO)
            }
        }
        if hasFailed { throw ExitCode(1) }
    }

    private func install(_ browser: Browser, _ environment: [String: String]) throws(CommandFailureLine) {
        let file = browser.file(environment)
        let manifest = BrowserManifest(BindCommand.path(), for: browser.engine)
        let old = FileManager.default.contents(atPath: file)
        let former = old.flatMap { BrowserManifest($0) }.flatMap { $0.name == manifest.name ? $0 : nil }
        let name = browser.rawValue
        guard former != manifest else { return print(localized("\(name): connected before")) }
        guard old == nil || former != nil else {
            throw CommandFailureLine(
                "browser", localized("\(file) is of another program"), advice: localized("move it away"))
        }
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
            try manifest.text.write(to: URL(filePath: file), options: .atomic)
        } catch { throw CommandFailureLine("browser", localized("\(file) can't be written")) }
        print(
            former.map { localized("\(name): connected by \(file), which named \($0.path)") }
                ?? localized("\(name): connected by \(file)"))
    }

    private func remove(_ environment: [String: String]) throws {
        var hasFailed = false
        for browser in Browser.allCases {
            let file = browser.file(environment)
            guard let text = FileManager.default.contents(atPath: file) else { continue }
            guard BrowserManifest(text)?.name == BrowserManifest.program else {
                writeLine("oriel: browser: " + localized("\(file) is of another program and stays"), to: STDERR_FILENO)
                continue
            }
            guard unlink(file) == 0 else {
                hasFailed = true
                writeLine("oriel: browser: " + localized("\(file) can't be removed"), to: STDERR_FILENO)
                continue
            }
            print(localized("\(browser.rawValue): removed \(file)"))
        }
        if hasFailed { throw ExitCode(1) }
    }
}
