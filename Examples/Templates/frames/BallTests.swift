import Testing

@testable import NewApp

@Suite struct BallTests {
    @Test func theBallStaysWithinThePicture() {
        let ball = Ball(width: 640, height: 360)
        for frame in 0..<1000 {
            let (x, y) = ball.center(frame)
            #expect((Ball.radius...640 - Ball.radius).contains(x) && (Ball.radius...360 - Ball.radius).contains(y))
        }
    }

    @Test func skipsStayWithinTheLength() {
        #expect(Ball.frame(at: .seconds(-5)) == 0)
        #expect(Ball.frame(at: .seconds(2)) == 120)
        #expect(Ball.time(of: Ball.frame(at: .seconds(500))) == Ball.length)
    }

    @Test func aFrameHasItsTimeAndSize() throws {
        let frame = try Ball(width: 640, height: 360).frame(90)
        #expect(frame.width == 640 && frame.height == 360)
    }
}
