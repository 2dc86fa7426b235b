import OrielCommand
import Testing

/// Changes of one value in a configuration's text.
@Suite struct ConfigurationEditTests {
    private func changed(
        _ text: String, _ table: String = "pip", _ key: String = "opacity", to value: TOMLValue = .double(0.5)
    ) throws -> String {
        try ConfigurationEdit(table, key, value).applied(to: text)
    }

    private func refusal(_ text: String, _ table: String = "pip", _ key: String = "opacity") -> String? {
        do {
            let result = try changed(text, table, key)
            Issue.record("\(result.debugDescription)")
            return nil
        } catch { return "\(error)" }
    }

    /// Texts in which the value stands as `@`, which is all that changes.
    @Test(arguments: [
        "[pip]\nopacity = @\n",
        "[pip]\nopacity = @",
        "[pip]\r\nopacity=@\t# softer # than before\r\nsnap = true\r\n",
        "\u{FEFF}[pip]\nopacity = @ # BOM\n",
        "# c\n\n[pip] # \u{1F3AC} \"x\"\n\topacity\t=\t@\t# ä\n\n[keys]\nswap = \"w\"\n",
        "[keys]\nswap = \"ü€\u{1F3AC}\"\n[pip]\nsize = \"640x360\" # opacity = 1\nopacity = @\n",
        "pip = { size = \"640x360\", opacity = @ } # }\n",
        "pip = {opacity=@}",
        "pip.size = \"640x360\"\npip.opacity = @\n",
        "\"pip\".'opacity' = @ # quoted keys\n",
        "[ pip ]\n\"opacity\" = @\n",
        "text = \"\"\"\n[pip]\nopacity = 1\n\"\"\"\n[pip]\nopacity = @\n",
        "text = '''\r\n[pip]\r\n\\'''\r\n[pip]\r\nopacity = @\r\n",
        "[[film]]\nopacity = 1\n[[film]]\n[film.pip]\nopacity = 2\n[pip]\nopacity = @\n",
        "[pip.sub]\nopacity = 3\n[pip]\nopacity = @\n",
        "[pip]\nwhen = 1979-05-27 07:32:00Z\nlimit = 0x1\nopacity = @\n",
        "[pip]\nx = nan\ny = -inf\nlist = [ 1, # one\n [2, 3] ]\nopacity = @\n",
    ])
    func theValuesBytesAloneChange(template: String) throws {
        for old in ["1", "0.75", "+1e0", "\"\"\"\nab\\\n  c\"\"\"", "'x'", "[ 1, # c\n 2 ]", "true", "1979-05-27"] {
            guard !template.contains("{") || !old.contains("\n") else { continue }
            #expect(try changed(template.replacing("@", with: old)) == template.replacing("@", with: "0.5"))
        }
    }

    @Test(arguments: [
        ("", "[pip]\nopacity = 0.5\n"),
        ("# mine", "# mine\n\n[pip]\nopacity = 0.5\n"),
        ("[keys]\r\nswap = \"w\"\r\n", "[keys]\r\nswap = \"w\"\r\n\r\n[pip]\r\nopacity = 0.5\r\n"),
        ("[pip]", "[pip]\nopacity = 0.5\n"),
        ("[pip] # c\n[keys]\n", "[pip] # c\nopacity = 0.5\n[keys]\n"),
        (
            "[pip]\r\nsnap = true # c\r\n\r\n# keys\r\n[keys]\r\n",
            "[pip]\r\nsnap = true # c\r\nopacity = 0.5\r\n\r\n# keys\r\n[keys]\r\n"
        ),
        ("[pip]\nlist = [1,\n [2] ]\n# end", "[pip]\nlist = [1,\n [2] ]\nopacity = 0.5\n# end"),
        (
            "[pip]\nx = \"\"\"a\n[b]\"\"\"\n[pip.sub]\ny = 1\n",
            "[pip]\nx = \"\"\"a\n[b]\"\"\"\nopacity = 0.5\n[pip.sub]\ny = 1\n"
        ),
        ("[pip]\na.b = 1\n[[pip.list]]\ny = 1\n", "[pip]\na.b = 1\nopacity = 0.5\n[[pip.list]]\ny = 1\n"),
        ("pip = {}", "pip = { opacity = 0.5 }"),
        ("pip = { snap = true } # c\n", "pip = { snap = true, opacity = 0.5 } # c\n"),
        ("pip.snap = true\n[keys]\n", "pip.snap = true\npip.opacity = 0.5\n[keys]\n"),
        ("[[film]]\nopacity = 1\n", "[[film]]\nopacity = 1\n\n[pip]\nopacity = 0.5\n"),
        ("[pip.sub]\ny = 1\n", "[pip.sub]\ny = 1\n\n[pip]\nopacity = 0.5\n"),
    ])
    func aMissingKeyIsAddedAtTheEndOfItsTable(before: String, after: String) throws {
        #expect(try changed(before) == after)
    }

    @Test(arguments: [
        "w", "", "\"", "'", "a\\b", "\u{1F3AC} ü", "two\nlines\r\n", "\u{0}\u{1F}\u{7F}", "'''\"\"\"", "] # x",
    ])
    func aStringIsQuotedSoThatItIsReadAsItWas(text: String) throws {
        for value in [TOMLValue.string(text), .array([.string(text), .string("i")])] {
            let result = try changed("[keys]\nswap = \"s\" # c\n", "keys", "swap", to: value)
            #expect(result.hasSuffix(" # c\n"))
            let read = try #require(try TOMLValue.document(result).first?.value.table?.first?.value)
            #expect(read.string ?? read.array?.first?.string == text)
        }
    }

    @Test func numbersAndFlagsAreWritten() throws {
        #expect(try changed("", "pip", "limit", to: .integer(3)) == "[pip]\nlimit = 3\n")
        #expect(try changed("", "pip", "snap", to: .bool(false)) == "[pip]\nsnap = false\n")
        #expect(try changed("[keys]\nswap = [\"a\",\n\"b\"]", "keys", "swap", to: .array([])) == "[keys]\nswap = []")
    }

    /// A text that isn't TOML, or in which another value would change, is left as it is.
    @Test func aBrokenTextIsRefused() {
        #expect(refusal("[pip]\nopacity = 1\nopacity = 1\n")?.hasPrefix("line 3: ") == true)
        #expect(refusal("[pip]\nopacity = \"a\n")?.hasPrefix("line 2: ") == true)
        #expect(refusal("[pip]\n[pip]\n")?.hasPrefix("line 2: ") == true)
        #expect(refusal("a\u{0}b")?.hasPrefix("line 1: ") == true)
        #expect(refusal(String(repeating: "a.", count: 100_000) + "b = 1")?.hasPrefix("line 1: too many dots") == true)
        #expect(refusal("x = " + String(repeating: "[", count: 100_000))?.hasPrefix("line 1: ") == true)
        #expect(refusal("# " + String(repeating: ".", count: 300) + "\nx")?.hasPrefix("line 2: ") == true)
        let stuck = "pip.opacity can't be changed without another value; change it in the file"
        #expect(refusal("pip = 3\n") == stuck)
        #expect(refusal("[[pip]]\nopacity = 1\n") == stuck)
        #expect(refusal("[pip.opacity]\nx = 1\n") == stuck)
        #expect(refusal("[[pip.opacity]]\nx = 1\n") == stuck)
        #expect(refusal("[pip]\nopacity.x = 1\n") == stuck)
    }

    @Test func aMegabyteIsChanged() throws {
        let list = "x = [" + String(repeating: "1,", count: 250_000) + "]\n"
        let lines = (0..<20_000).map { "k\($0) = \"ü\" # c\n" }.joined()
        let before = "[other]\n\(list)\(lines)[pip]\nopacity = 1 # c\n"
        #expect(try changed(before) == before.replacing("opacity = 1 ", with: "opacity = 0.5 "))
    }
}
