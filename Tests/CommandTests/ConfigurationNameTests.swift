import Oriel
import OrielCommand
import OrielPlay
import Testing

/// Settings by their names, as `oriel config` and a page of settings use them.
@Suite struct ConfigurationNameTests {
    private func text(_ name: String, in text: String) throws -> String {
        try ConfigurationName(parsing: name).text(in: try TOMLValue.document(text))
    }

    private func refusal(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return ""
    }

    @Test func aValueIsThatOfTheFileOrElseTheDefault() throws {
        let file =
            "[pip]\nopacity = 0.8\ncorner = \"middle\"\nlimit = 2\n[keys]\nswap = [\"w\", \"Ctrl+s\"]\nquit = 1\n"
        #expect(try text("pip.opacity", in: file) == "0.8")
        #expect(try text("pip.limit", in: file) == "2")
        #expect(try text("pip.corner", in: file) == "bottom-right")
        #expect(try text("pip.snap", in: "") == "false")
        #expect(try text("keys.swap", in: file) == "w Ctrl+s")
        #expect(try text("keys.quit", in: file) == "q")
        #expect(try text("keys.global", in: file) == "false")
        #expect(ConfigurationName.all.count == ConfigurationSetting.all.count + PlayerAction.allCases.count)
    }

    @Test func wordsAreValuesOfTheSettingsKind() throws {
        func written(_ name: String, _ words: String...) throws -> String {
            try ConfigurationName(parsing: name).edit(words).value.written
        }
        #expect(try written("pip.snap", "true") == "true")
        #expect(try written("pip.opacity", "1") == "1")
        #expect(try written("pip.opacity", "0.75") == "0.75")
        #expect(try written("pip.size", "640x360") == "\"640x360\"")
        #expect(try written("session.on-disconnect", "pause") == "\"pause\"")
        #expect(try written("pip.buttons", "close", "speed") == "[\"close\", \"speed\"]")
        #expect(try written("pip.buttons", "play") == "[\"play\"]")
        #expect(try written("keys.swap", "w") == "\"w\"")
        #expect(try written("keys.swap", "w", "Ctrl+Shift+i") == "[\"w\", \"Ctrl+Shift+i\"]")
    }

    /// One line with the name and what is accepted, also on the command line.
    @Test(arguments: [
        (["pip.opacity", "5"], "pip.opacity must be a number from 0.2 to 1"),
        (["pip.opacity", "nan"], "pip.opacity must be a number from 0.2 to 1"),
        (["pip.opacity", "-4"], "pip.opacity must be a number from 0.2 to 1"),
        (["pip.limit", "1.5"], "pip.limit must be a whole number from 1 to 8"),
        (["pip.snap", "yes"], "pip.snap must be true or false"),
        (["pip.corner", "middle"], "pip.corner must be top-left, top-right, bottom-left, bottom-right"),
        (["pip.corner", "top-left", "top-right"], "pip.corner must be top-left, top-right, bottom-left, bottom-right"),
        (["pip.buttons", "play", "stop"], "pip.buttons must be a list of play, close, return, sound, skip, subtitles"),
        (["session.on-disconnect", "stop"], "session.on-disconnect must be play, pause"),
        (["keys.swap", "Foo"], "keys.swap: \"Foo\" is no key; write it like \"Ctrl+Shift+i\" or \"space\""),
        (["controls.size", "1"], "there is no setting controls.size; controls has text-scale"),
        (["opacity", "1"], "there is no setting opacity; write a table and a key, such as pip.opacity"),
    ])
    func aWrongWordIsOneLine(words: [String], line: String) throws {
        let problem = refusal {
            _ = try ConfigurationName(parsing: words[0]).edit(Array(words.dropFirst()))
        }
        #expect(problem.hasPrefix(line), "\(problem)")
        let complaint = try #require(UsageLine.complaint(about: ["config", "set"] + words))
        #expect(complaint.hasPrefix("oriel: config: \(line)") && !complaint.contains("\n"), "\(complaint)")
    }

    @Test func theCommandTakesTheWordsThatItNeeds() {
        for words in [["get"], ["get", "pip.snap"], ["set", "pip.snap", "true"], ["set", "keys.swap", "w", "x"]] {
            #expect(UsageLine.complaint(about: ["config"] + words) == nil, "\(words)")
        }
        for words in [[], ["put"], ["set"], ["set", "pip.snap"], ["get", "pip.snap", "true"], ["get", "pip"]] {
            #expect(UsageLine.complaint(about: ["config"] + words) != nil, "\(words)")
        }
    }

    // MARK: The page

    @Test func aPageHasTheValuesOfTheFile() throws {
        let file = "[pip]\nopacity = 0.8\nsize = \"500x300\"\nautomatic = true\nsound = \"duck\"\n"
        let settings = SettingsPage.settings(in: try TOMLValue.document(file))
        let kinds = Dictionary(uniqueKeysWithValues: settings.map { ($0.key, $0.kind) })
        #expect(kinds["pip.opacity"] == .slider(0.8, range: 0.2...1, step: 0.05))
        #expect(kinds["pip.automatic"] == .toggle(true))
        guard case .choice(let sounds, _, let sound) = kinds["pip.sound"] else { throw Missing() }
        #expect(sounds == PictureInPictureSound.allCases.map(\.rawValue) && sound == 1)
        // A size that is none of the page's is one of its choices then; the default isn't.
        guard case .choice(let sizes, let names, let size?) = kinds["pip.size"] else { throw Missing() }
        #expect(sizes[size] == "500x300" && names[size] == "500x300" && sizes.count == 5)
        let usual = SettingsPage.settings(in: []).first { $0.key == "pip.size" }
        guard case .choice(let fixed, _, nil) = usual?.kind else { throw Missing() }
        #expect(fixed.count == 4)
    }

    /// Each value that a page offers is one that the file accepts.
    @Test func eachValueOfAPageIsAccepted() throws {
        for setting in SettingsPage.settings(in: []) {
            let values =
                switch setting.kind {
                case .toggle: ["true", "false"]
                case .choice(let values, _, _): values
                case .slider(_, let range, let step):
                    stride(from: range.lowerBound, through: range.upperBound, by: step).map { "\($0)" }
                        + ["\(range.upperBound)"]
                }
            for value in values {
                let text = try SettingsPage.edit(setting.key, value).applied(to: "")
                #expect(Configuration.read(text, file: "c.toml").warnings == [], "\(text)")
            }
        }
        #expect(try SettingsPage.edit("pip.opacity", "\(0.2 + 0.1)").applied(to: "") == "[pip]\nopacity = 0.3\n")
        #expect(try SettingsPage.edit("pip.opacity", "1.0").applied(to: "") == "[pip]\nopacity = 1.0\n")
        #expect(refusal { _ = try SettingsPage.edit("pip.opacity", "nan") }.hasPrefix("pip.opacity must be"))
        #expect(refusal { _ = try SettingsPage.edit("pip.snap", "1") } == "pip.snap must be true or false")
    }

    private struct Missing: Error {}
}
