import Oriel
import OrielGeometry
import Testing

@Suite struct PointerGesturesTests {
    let size = Size(width: 320, height: 180)

    @Test func aDragBeginsAfterAThresholdAndLosesNoDistance() {
        var gestures = PointerGestures()
        #expect(gestures.press(.left, at: .zero, x: 100, y: 90, in: size) == [])
        #expect(gestures.move(dx: 2, dy: 1) == [])
        #expect(gestures.move(dx: 3, dy: 0) == [.beginMove, .drag(dx: 5, dy: 1)])
        #expect(gestures.move(dx: -1, dy: 4) == [.drag(dx: -1, dy: 4)])
        #expect(gestures.release(.left) == [.endDrag])
        #expect(gestures.move(dx: 50, dy: 50) == [])
    }

    @Test func twoQuickPressesInOnePlaceAreADoubleClick() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .milliseconds(0), x: 100, y: 90, in: size)
        #expect(gestures.release(.left) == [])
        #expect(gestures.press(.left, at: .milliseconds(200), x: 103, y: 90, in: size) == [.doubleClick])
        #expect(gestures.release(.left) == [])
        // A third press begins anew.
        #expect(gestures.press(.left, at: .milliseconds(300), x: 103, y: 90, in: size) == [])
    }

    @Test func slowOrDistantOrDraggedPressesAreNone() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .zero, x: 100, y: 90, in: size)
        _ = gestures.release(.left)
        #expect(gestures.press(.left, at: .milliseconds(500), x: 100, y: 90, in: size) == [])
        _ = gestures.release(.left)
        #expect(gestures.press(.left, at: .milliseconds(600), x: 150, y: 90, in: size) == [])
        _ = gestures.move(dx: 10, dy: 0)
        _ = gestures.release(.left)
        #expect(gestures.press(.left, at: .milliseconds(700), x: 150, y: 90, in: size) == [])
    }

    @Test func anEdgeResizesAndAFullScreenHasNone() {
        var gestures = PointerGestures()
        _ = gestures.press(.left, at: .zero, x: 318, y: 178, in: size)
        #expect(gestures.move(dx: 5, dy: 5) == [.beginResize([.bottom, .right]), .drag(dx: 5, dy: 5)])
        _ = gestures.release(.left)
        _ = gestures.press(.left, at: .seconds(2), x: 1, y: 90, in: nil)
        #expect(gestures.move(dx: 5, dy: 5).first == .beginMove)
    }

    @Test func otherButtons() {
        var gestures = PointerGestures()
        #expect(gestures.press(.middle, at: .zero, x: 5, y: 5, in: size) == [.middleClick])
        #expect(gestures.press(.right, at: .zero, x: 5, y: 5, in: size) == [])
        #expect(gestures.release(.middle) == [])
        #expect(gestures.cancel() == [])
    }
}
