import ArgumentParser

/// A manual page of the program. `oriel manual PAGE` prints it in mdoc, for scripts/install and for packages.
package enum ManualPage: String, CaseIterable {
    case program = "oriel.1"
    case configuration = "oriel.toml.5"
    case keys = "oriel-keys.7"

    /// The page's source.
    /// - Parameter program: the program's command, whose help becomes the page of commands.
    func source(of program: any ParsableCommand.Type) -> String {
        var page = Mdoc(title: String(rawValue.dropLast(2)), section: rawValue.suffix(1))
        switch self {
        case .program: ProgramManual.write(program, to: &page)
        case .configuration: ConfigurationManual.write(to: &page)
        case .keys: KeysManual.write(to: &page)
        }
        seeAlso(in: &page)
        return page.text
    }

    private func seeAlso(in page: inout Mdoc) {
        page.section("SEE ALSO")
        let others = Self.allCases.filter { $0 != self }
        for (index, other) in others.enumerated() {
            let name = other.rawValue.dropLast(2)
            page.line(".Xr \(name) \(other.rawValue.suffix(1))\(index == others.count - 1 ? "" : " ,")")
        }
    }
}
