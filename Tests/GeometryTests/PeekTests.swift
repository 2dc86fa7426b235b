import OrielGeometry
import Testing

/// When an overlay is faded for what lies below.
@Suite struct PeekTests {
    private let size = Size(width: 320, height: 180)

    @Test func aPointerThatComesPeeksAndOneThatLeavesAcrossTheRimEndsIt() {
        var peek = Peek()
        #expect(!peek.isActive && !peek.letsThrough && peek.deadline == nil)
        peek.pointerCame(at: .seconds(1))
        #expect(peek.isActive && peek.letsThrough && peek.deadline == .milliseconds(2500))
        // Inwards, over the rim's inner edge.
        peek.pointerLeft(x: 11, y: 90, size: size)
        #expect(peek.isActive)
        peek.pointerCame(at: .seconds(2))
        peek.pointerLeft(x: 318, y: 90, size: size)
        #expect(!peek.isActive && peek.deadline == nil)
    }

    @Test func aPointerThatRestsInsideIsFoundWithoutAFlicker() {
        var peek = Peek()
        peek.pointerCame(at: .zero)
        peek.pointerLeft(x: 160, y: 11, size: size)
        peek.timeIsUp(at: .milliseconds(1499))
        #expect(peek.letsThrough)
        peek.timeIsUp(at: .milliseconds(1500))
        // It takes input for a moment, and stays faded.
        #expect(peek.isActive && !peek.letsThrough && peek.deadline == .milliseconds(1600))
        peek.pointerCame(at: .milliseconds(1510))
        #expect(peek.letsThrough && peek.deadline == .milliseconds(4510))
        // The next probes come later and later.
        var now = Duration.milliseconds(4510)
        for _ in 1...20 {
            peek.timeIsUp(at: now)
            #expect(!peek.letsThrough && peek.isActive)
            peek.pointerCame(at: now)
            let next = peek.deadline ?? .zero
            #expect(next - now <= .seconds(12))
            now = next
        }
        // It is gone.
        peek.timeIsUp(at: now)
        peek.timeIsUp(at: now + .milliseconds(100))
        #expect(!peek.isActive)
    }

    @Test func whatAUserAsksForEndsOnlyByTheUser() {
        var peek = Peek()
        peek.ask(true)
        peek.pointerCame(at: .zero)
        peek.pointerLeft(x: 0, y: 0, size: size)
        peek.timeIsUp(at: .seconds(3600))
        #expect(peek.letsThrough && peek.deadline == nil)
        peek.ask(false)
        #expect(!peek.isActive)
        peek.ask(false)
        #expect(!peek.isActive)
    }

    @Test func aClickEndsItUntilThePointerHasLeft() {
        var peek = Peek()
        for isAsked in [false, true] {
            if isAsked { peek.ask(true) } else { peek.pointerCame(at: .zero) }
            peek.dismiss()
            #expect(!peek.isActive && !peek.letsThrough && peek.deadline == nil)
            peek.pointerCame(at: .seconds(1), isNew: false)
            peek.timeIsUp(at: .seconds(60))
            #expect(!peek.isActive)
            peek.pointerLeft(x: 160, y: 90, size: size)
            peek.pointerCame(at: .seconds(61), isNew: false)
            #expect(peek.isActive && peek.deadline == .milliseconds(62_500))
            peek.dismiss()
            // A finger never leaves.
            peek.pointerCame(at: .seconds(70))
            #expect(peek.isActive)
            peek.end()
        }
        peek.dismiss()
        peek.ask(true)
        #expect(peek.isActive)
    }

    @Test func theRimIsAllOfASmallOverlay() {
        let rims = Peek.rims(of: size)
        #expect(rims.reduce(0) { $0 + $1.width * $1.height } == 320 * 180 - 296 * 156)
        #expect(Peek.rims(of: Size(width: 20, height: 20)) == [Rect(x: 0, y: 0, width: 20, height: 20)])
    }
}
