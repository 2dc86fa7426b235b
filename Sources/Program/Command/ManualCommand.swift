import ArgumentParser
import Glibc

/// `oriel manual PAGE`, which `--help` doesn't show: scripts/install and packages write the manual pages with it.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print a manual page in mdoc, for packages.", shouldDisplay: false)

    @Argument(help: "Page: oriel.1, oriel.toml.5 or oriel-keys.7.") var page: ManualPage

    func run() throws { print(page.source, terminator: "") }
}

extension ManualPage: ExpressibleByArgument {}

extension ManualPage {
    /// The page's source.
    package var source: String { source(of: OrielCommand.self) }
}
