import ArgumentParser

/// A command that is an app, on the main actor.
protocol AppCommand: ParsableCommand, Sendable {
    @MainActor func runApp() throws
}

extension AppCommand {
    func run() throws { try MainActor.assumeIsolated { try runApp() } }
}
