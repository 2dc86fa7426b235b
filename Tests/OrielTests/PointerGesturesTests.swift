import Oriel
import OrielGeometry
import Testing

@Suite struct PointerGesturesTests {
    let size = Size(width: 320, height: 180)

    @Test func aDragBeginsAfterAThresholdAndLosesNoDistance() {
        var gestures = PointerGestures()
        #expect(gestures.press(.left, at: .zero, x: 100, y: 90, in: size) == [])
        #expect(gestures.move(dx: 2, dy: 1, at: .zero) == [])
        #expect(gestures.move(dx: 3, dy: 0, at: .zero) == [.beginMove, .drag(dx: 5, dy: 1)])
        #expect(gestures.move(dx: -1, dy: 4, at: .zero) == [.drag(dx: -1, dy: 4)])
        #expect(gestures.release(.left, at: .seconds(1)) == [.endDrag(.zero)])
        #expect(gestures.move(dx: 50, dy: 50, at: .zero) == [])
    }

    @Test func twoQuickPressesInOnePlaceAreADoubleClick() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .milliseconds(0), x: 100, y: 90, in: size)
        #expect(gestures.release(.left, at: .zero) == [.click])
        #expect(gestures.press(.left, at: .milliseconds(200), x: 103, y: 90, in: size) == [.doubleClick])
        #expect(gestures.release(.left, at: .zero) == [])
        // A third press starts a new count.
        #expect(gestures.press(.left, at: .milliseconds(300), x: 103, y: 90, in: size) == [])
    }

    @Test func slowOrDistantOrDraggedPressesAreNone() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .zero, x: 100, y: 90, in: size)
        _ = gestures.release(.left, at: .zero)
        #expect(gestures.press(.left, at: .milliseconds(500), x: 100, y: 90, in: size) == [])
        _ = gestures.release(.left, at: .zero)
        #expect(gestures.press(.left, at: .milliseconds(600), x: 150, y: 90, in: size) == [])
        _ = gestures.move(dx: 10, dy: 0, at: .zero)
        _ = gestures.release(.left, at: .zero)
        #expect(gestures.press(.left, at: .milliseconds(700), x: 150, y: 90, in: size) == [])
    }

    @Test func anEdgeResizesAndAFullScreenHasNone() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .zero, x: 318, y: 178, in: size)
        #expect(gestures.move(dx: 5, dy: 5, at: .zero) == [.beginResize([.bottom, .right]), .drag(dx: 5, dy: 5)])
        _ = gestures.release(.left, at: .zero)
        _ = gestures.press(.left, at: .seconds(2), x: 1, y: 90, in: nil)
        #expect(gestures.move(dx: 5, dy: 5, at: .zero).first == .beginMove)
    }

    @Test func aHandThatLetsGoWhileItMovesSaysHowFast() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .zero, x: 100, y: 90, in: size)
        for step in 1...10 { _ = gestures.move(dx: -16, dy: 0, at: .milliseconds(step * 8)) }
        guard case .endDrag(let velocity) = gestures.release(.left, at: .milliseconds(84)).first else {
            Issue.record("it was no drag")
            return
        }
        #expect(abs(velocity.x + 2000) < 1 && velocity.y == 0, "\(velocity)")
        // The next drag starts with no velocity, and a cancelled one throws nothing.
        _ = gestures.press(.left, at: .seconds(2), x: 100, y: 90, in: size)
        _ = gestures.move(dx: 9, dy: 0, at: .seconds(3))
        #expect(gestures.cancel() == [.endDrag(.zero)])
    }

    @Test func otherButtons() {
        var gestures = PointerGestures()
        #expect(gestures.press(.middle, at: .zero, x: 5, y: 5, in: size) == [.middleClick])
        #expect(gestures.press(.right, at: .zero, x: 5, y: 5, in: size) == [])
        #expect(gestures.release(.middle, at: .zero) == [])
        #expect(gestures.cancel() == [])
    }
}
