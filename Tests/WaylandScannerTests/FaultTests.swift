import Testing
import WaylandScanner

/// Each invalid description is refused with file, line and reason.
@Suite struct FaultTests {
    @Test(arguments: [
        ("", 1, "no <protocol> element"),
        ("not xml", 1, "text outside of the root element"),
        (
            "<protocol name=\"p\">\n<interface name=\"a\" version=\"1\">\n</protocol>", 3,
            "where <interface> of line 2 is open"
        ),
        ("<protocol name=\"p\">\n<interface name=\"a\" version=\"1\">\n", 3, "<interface> of line 2 is never closed"),
        ("<protocol name=\"p\">\n<!-- \n\n", 2, "a comment is never closed"),
        ("<protocol\nname=\"p>", 2, "attribute name is never closed"),
        ("<protocol name=\"p\" name=\"q\"/>", 1, "attribute name is there twice"),
        ("<protocol name=\"&foo;\"/>", 1, "unknown entity &foo;"),
        ("<protocol name=\"p\"/>\n<protocol name=\"q\"/>", 2, "<protocol> follows the root element"),
        ("<interface name=\"a\" version=\"1\"/>", 1, "<interface> is not allowed inside nothing"),
        ("<protocol name=\"p\">\n<interface name=\"a\"/></protocol>", 2, "<interface> lacks version"),
        ("<protocol name=\"p\">\n<thing/></protocol>", 2, "<thing> is not allowed inside <protocol>"),
    ])
    func outsideOfInterfaces(text: String, line: Int, reason: String) {
        expectFault(text, line: line, reason: reason)
    }

    @Test(arguments: [
        ("<request name=\"r\" type=\"odd\"/>", "<request> has type=\"odd\""),
        ("<request name=\"r\"><arg name=\"x\" type=\"long\"/></request>", "unknown type \"long\""),
        ("<request name=\"r\"><arg name=\"x\" type=\"int\" allow-null=\"1\"/></request>", "<arg> has allow-null=\"1\""),
        ("<enum name=\"e\"><entry name=\"x\" value=\"4294967296\"/></enum>", "not a number of 32 bits"),
        ("<arg name=\"x\" type=\"int\"/>", "<arg> is not allowed inside <interface>"),
    ])
    func insideAnInterface(text: String, reason: String) {
        expectFault(
            "<protocol name=\"p\">\n<interface name=\"a\" version=\"2\">\n\(text)\n</interface></protocol>", line: 3,
            reason: reason)
    }

    /// A valid file that is cut or corrupted anywhere causes an error, never a trap.
    @Test func spoiledFilesNeverTrap() throws {
        let good = Array(
            """
            <protocol name="p"><interface name="a" version="2"><request name="r" since="2">
            <arg name="id" type="new_id" interface="a"/></request><enum name="e"><entry name="x" value="1"/></enum>
            </interface></protocol>
            """.utf8)
        var refused = 0
        for index in good.indices {
            var spoiled = good
            spoiled[index] = [0, 0x3c, 0xff, 0x26][index % 4]
            for data in [Array(good[..<index]), spoiled] {
                do throws(ScannerError) { _ = try ProtocolParser.parse(data, file: "x.xml") } catch {
                    #expect(error.file == "x.xml" && !error.reason.isEmpty)
                    refused += 1
                }
            }
        }
        #expect(refused > good.count)
    }

    @Test func textThatIsNotUTF8NamesItsLine() {
        do throws(ScannerError) {
            _ = try ProtocolParser.parse(Array("<protocol name=\"p\">\n".utf8) + [0x20, 0xff], file: "x.xml")
            Issue.record("accepted")
        } catch { #expect(error == ScannerError(file: "x.xml", line: 2, reason: "not UTF-8")) }
    }

    private func expectFault(_ text: String, line: Int, reason: String) {
        do throws(ScannerError) {
            _ = try ProtocolParser.parse(Array(text.utf8), file: "x.xml")
            Issue.record("accepted: \(text)")
        } catch {
            #expect(error.line == line, "\(error)")
            #expect(error.reason.contains(reason), "\(error)")
            #expect(error.description.hasPrefix("x.xml:\(line): error: "))
        }
    }
}
