import Testing

@testable import NewApp

@Suite struct FaceTests {
    @Test func theDiscStaysWithinThePicture() {
        for frame in 0..<200 {
            let center = Face.center(frame)
            #expect(center - Face.radius >= 0 && center + Face.radius <= Face.height)
        }
    }

    @Test func aFrameHasItsTimeAndSize() throws {
        let frame = try Face(ground: 0, disc: 0xFF_FFFF).frame(1, time: .seconds(2))
        #expect(frame.width == Face.width && frame.height == Face.height)
    }
}
