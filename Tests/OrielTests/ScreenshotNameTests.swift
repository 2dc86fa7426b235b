import Oriel
import Testing

/// File names of screenshots fit into the file system's 255 bytes.
@Suite struct ScreenshotNameTests {
    @Test(arguments: [
        String(repeating: "映", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 50), String(repeating: "x", count: 5000),
        "e" + String(repeating: "\u{301}", count: 400), "a/b", "",
    ]) func aNameOfAnyTitleFits(title: String) throws {
        let path = ScreenshotName.path(of: title, at: .seconds(3661) + .milliseconds(7))
        let name = try #require(path.split(separator: "/").last)
        #expect(name.utf8.count <= 235)
        #expect(title.hasPrefix(ScreenshotName.fitting(title).replacing("-", with: "/")))
    }

    @Test func aTitleOfAlphabetsIsCutAtAHundredCharacters() {
        #expect(ScreenshotName.fitting(String(repeating: "x", count: 150)).count == 100)
        #expect(ScreenshotName.fitting(String(repeating: "映", count: 300)) == String(repeating: "映", count: 66))
    }
}
