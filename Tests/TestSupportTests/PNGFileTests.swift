import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

@Suite struct PNGFileTests {
    @Test func aPictureComesBackAsItWas() throws {
        let folder = try TemporaryFolder()
        let picture = StampPainter.picture(of: .magenta, index: 4711, size: Size(width: 333, height: 97))
        try PNGFile.write(picture, to: "\(folder.path)/a.png")
        #expect(try PNGFile.read("\(folder.path)/a.png") == picture)
    }

    @Test func whatIsNoPictureIsRefused() throws {
        #expect(throws: (any Error).self) { try PNGFile.read("/proc/self/status") }
        #expect(throws: (any Error).self) { try PNGFile.read("/nowhere/a.png") }
        #expect(throws: (any Error).self) { try PNGFile.write(RGBPicture(size: .zero), to: "/dev/null") }
    }
}
