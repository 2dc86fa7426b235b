import Oriel
import Testing

@testable import NewApp

@Suite struct ButtonRowTests {
    @Test func buttonsStandBesideEachOtherInTheMiddle() {
        let row = ButtonRow(count: 2)
        let frames = [0, 1].map { row.frame(of: $0, in: Size(width: 640, height: 360)) }
        #expect(frames[0].x + frames[0].width == 320 && frames[1].x == 320)
        #expect(frames.allSatisfy { $0.y == 264 })
    }
}
