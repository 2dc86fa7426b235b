import OrielGeometry
import Testing

@Suite struct HandVelocityTests {
    /// A drag that moves by `dx` every 8 ms.
    private func hand(_ dx: Double, steps: Int, from start: Int = 0) -> HandVelocity {
        var hand = HandVelocity()
        for step in 0..<steps { hand.add(dx: dx, dy: -dx / 2, at: .milliseconds(start + step * 8)) }
        return hand
    }

    @Test func itIsTheWayOfTheLastTenthOfASecond() {
        for steps in [6, 12, 200] {
            let velocity = hand(8, steps: steps).velocity(at: .milliseconds((steps - 1) * 8 + 4))
            #expect(abs(velocity.x - 1000) < 90 && abs(velocity.y + 500) < 45, "\(velocity)")
        }
    }

    @Test func aHandThatHasStoppedIsStill() {
        let hand = hand(8, steps: 20)
        #expect(hand.velocity(at: .milliseconds(19 * 8 + 49)) != .zero)
        #expect(hand.velocity(at: .milliseconds(19 * 8 + 50)) == .zero)
        #expect(HandVelocity().velocity(at: .zero) == .zero)
    }

    @Test func aHandThatSlowsDownIsSlow() {
        var hand = hand(40, steps: 10)
        for step in 0..<15 { hand.add(dx: 1, dy: 0, at: .milliseconds(80 + step * 8)) }
        #expect(hand.velocity(at: .milliseconds(195)).speed < 200)
    }

    /// A jump has a distance but no duration; events that a busy loop reads together have unreliable times.
    @Test func oneStepOrManyAtOneMomentAreNoGreatVelocity() {
        #expect(hand(500, steps: 1).velocity(at: .zero) == .zero)
        var burst = HandVelocity()
        for _ in 0..<5 { burst.add(dx: 10, dy: 0, at: .seconds(1)) }
        #expect(burst.velocity(at: .seconds(1)).speed <= 40 / 0.04)
    }

    @Test func aClockThatGoesBackBeginsAnew() {
        var hand = hand(100, steps: 5, from: 10_000)
        hand.add(dx: 1, dy: 0, at: .milliseconds(3))
        #expect(hand.velocity(at: .milliseconds(3)) == .zero)
    }

    @Test func whatIsNoNumberHasNoSpeed() {
        #expect(Velocity(x: .nan, y: 1).speed == 0)
        #expect(Velocity(x: .infinity, y: 1).speed == 0)
    }
}
