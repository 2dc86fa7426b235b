import Foundation
import OrielGeometry
import OrielText
import Testing

/// Each writing system with an installed font, in its direction.
@Suite(.enabled(if: hasFonts, "no libass or no font is installed"))
struct ScriptTests {
    private let renderer: TextRenderer

    init() throws { renderer = try TextRenderer() }

    /// Whether fontconfig's tool finds a font for a letter.
    private func hasFont(_ letter: Unicode.Scalar) -> Bool {
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/fc-list")
        tool.arguments = [":charset=\(String(letter.value, radix: 16))", "family"]
        let output = Pipe()
        tool.standardOutput = output
        guard (try? tool.run()) != nil else { return false }
        let families = output.fileHandleForReading.readDataToEndOfFile()
        tool.waitUntilExit()
        return !families.isEmpty
    }

    private func fontsHave(_ text: String) -> Bool {
        guard let missing = text.unicodeScalars.first(where: { !hasFont($0) }) else { return true }
        print("Skipped for “\(text)”: no installed font has “\(missing)”")
        return false
    }

    @Test(arguments: ["سلام", "שלום", "日本語", "Привет", "Ελλάς", "한국어", "ไทย", "हिन्दी"])
    func aScriptIsNotTofu(text: String) throws {
        guard fontsHave(text) else { return }
        // Letters without a font, as one box each.
        let tofu = String(String.UnicodeScalarView(repeatElement("\u{0378}", count: text.unicodeScalars.count)))
        let boxes = renderer.draw(scene(.text(run(tofu)))).bitmap
        let letters = renderer.draw(scene(.text(run(text)))).bitmap
        #expect(letters != nil && letters != boxes)
        // Boxes all look the same, letters don't.
        let pictures = Set(
            text.unicodeScalars.filter(\.properties.isAlphabetic).map { letter in
                renderer.draw(scene(.text(run(String(letter))))).bitmap?.contentHash
            })
        #expect(pictures.count >= 2)
    }

    @Test func aTextFromRightToLeftEndsOnTheLeft() throws {
        guard fontsHave("שלום") else { return }
        let bitmap = try #require(renderer.draw(scene(.text(run("שלום.")))).bitmap)
        let box = try #require(inkBox(bitmap))
        // The full stop: nothing above the last third.
        for x in box.x..<box.x + 3 {
            for y in box.y..<box.y + box.height * 2 / 3 { #expect(bitmap[x, y] >> 24 < 8) }
        }
    }

    @Test func lettersThatJoinAreJoined() throws {
        guard fontsHave("سلام") else { return }
        let apart = "سلام".unicodeScalars.map(String.init).joined(separator: "\u{200C}")
        let joined = try #require(renderer.measure(run("سلام")).layout?.width)
        let separate = try #require(renderer.measure(run(apart)).layout?.width)
        #expect(joined < separate)
    }

    /// The beginning of right-to-left text is kept, and the ellipsis is on the left.
    @Test func aTextFromRightToLeftIsCutAtItsEnd() throws {
        guard fontsHave("שלום") else { return }
        let text = String(repeating: "שלום עולם ", count: 20)
        let picture = renderer.draw(scene(.text(run(text) { $0.width = 150 })))
        let layout = try #require(picture.measures[0].layout)
        #expect(picture.measures[0].isCut && layout.width <= 150 && layout.width > 110)
        let bitmap = try #require(picture.bitmap)
        let box = try #require(inkBox(bitmap))
        for y in box.y..<box.y + box.height / 2 { #expect(bitmap[box.x, y] >> 24 < 8) }
    }
}
