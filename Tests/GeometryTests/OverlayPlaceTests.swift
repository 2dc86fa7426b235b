import OrielGeometry
import Testing

@Suite struct OverlayPlaceTests {
    private let desk = OverlayPlace.Surroundings(area: Size(width: 1280, height: 720))
    private let start = Placement(
        output: "A", corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20),
        size: Size(width: 320, height: 180))

    /// Returns a place after a drag and its release.
    private func dragged(
        _ dx: Double, _ dy: Double = 0, velocity: Velocity = .zero, snaps: Bool = false,
        in desk: OverlayPlace.Surroundings? = nil
    ) -> OverlayPlace {
        let desk = desk ?? self.desk
        var place = OverlayPlace(start)
        place.take(start, edges: [], in: desk)
        place.drag(dx: dx, dy: dy, in: desk)
        place.release(velocity, snaps: snaps, in: desk)
        return place
    }

    @Test func aSlowHandLeavesItWhereItIs() {
        let place = dragged(-333, -77, velocity: Velocity(x: -400, y: 0))
        #expect(place.shown(in: desk).rect(in: desk.area) == Rect(x: 607, y: 443, width: 320, height: 180))
        #expect(place.chosen == place.home && place.stash == nil)
        #expect(OverlayPlace(start).chosen == nil)
    }

    @Test func aFastHandThrowsIt() {
        let place = dragged(-100, velocity: Velocity(x: -2000, y: -2000))
        #expect(place.shown(in: desk) == start.moved(to: .topLeft))
        #expect(dragged(-100, snaps: true).shown(in: desk) == start.moved(to: .bottomLeft))
    }

    @Test func case60_whatIsDrawnBeyondASideIsPutAwayButForATab() {
        // 20 to the edge, and 128 of 320 beyond it.
        #expect(dragged(147).stash == nil)
        #expect(dragged(147).shown(in: desk).rect(in: desk.area).maxX == 1280)
        var place = dragged(148)
        #expect(place.stash == .right)
        #expect(place.shown(in: desk).rect(in: desk.area) == Rect(x: 1236, y: 520, width: 320, height: 180))
        #expect(dragged(-9000).shown(in: desk).rect(in: desk.area) == Rect(x: -276, y: 520, width: 320, height: 180))
        place.bringBack(in: desk)
        #expect(place.stash == nil && place.shown(in: desk) == start)
    }

    @Test func whatIsThrownWhileItHangsOutIsPutAway() {
        #expect(dragged(21, velocity: Velocity(x: 1500, y: 100)).stash == .right)
        #expect(dragged(19, velocity: Velocity(x: 1500, y: 100)).stash == nil)
        #expect(dragged(21, velocity: Velocity(x: -1500, y: 100)).stash == nil)
        #expect(dragged(21, velocity: Velocity(x: 900, y: 100)).stash == nil)
    }

    @Test func beyondASideWithAnotherOutputNothingIsPutAway() {
        let beside = OverlayPlace.Surroundings(area: desk.area, openEdges: [.left, .top, .bottom])
        var place = dragged(9000, in: beside)
        #expect(place.stash == nil)
        #expect(place.shown(in: beside).rect(in: beside.area).maxX == 1280)
        let isAway = place.putAway(in: beside)
        #expect(isAway && place.stash == .left)
        let between = OverlayPlace.Surroundings(area: desk.area, openEdges: [])
        place.fit(aspectRatio: 16 / 9, in: between)
        #expect(place.stash == nil, "an output was plugged in there")
        let isAwayAgain = place.putAway(in: between)
        #expect(!isAwayAgain && place.stash == nil)
    }

    @Test func anEdgeIsOpenWhereNoOtherOutputBegins() {
        let output = Rect(x: 1280, y: 0, width: 1280, height: 720)
        let all: Edges = [.left, .right, .top, .bottom]
        #expect(Edges(ofOutput: output, openAmong: []) == all)
        #expect(
            Edges(ofOutput: output, openAmong: [Rect(x: 0, y: 100, width: 1281, height: 9)]) == all.subtracting(.left))
        #expect(
            Edges(ofOutput: output, openAmong: [Rect(x: 2560, y: 719, width: 9, height: 9)]) == all.subtracting(.right))
        #expect(Edges(ofOutput: output, openAmong: [Rect(x: 2560, y: 720, width: 9, height: 9)]) == all)
        #expect(
            Edges(ofOutput: output, openAmong: [Rect(x: 2000, y: 720, width: 9, height: 9)]) == all.subtracting(.bottom)
        )
        #expect(
            Edges(ofOutput: output, openAmong: [Rect(x: 2000, y: -9, width: 9, height: 9)]) == all.subtracting(.top))
        #expect(Edges(ofOutput: output, openAmong: [Rect(x: 2560, y: 0, width: 0, height: 0)]) == all)
    }

    @Test func itsTabCanBeDrawnOutAgain() {
        var place = dragged(9000, -100)
        place.take(place.shown(in: desk), edges: [.left, .top], in: desk)
        #expect(place.isHeld)
        place.drag(dx: -20, dy: 0, in: desk)
        place.release(.zero, in: desk)
        #expect(place.stash == .right, "hardly moved")
        place.take(place.shown(in: desk), edges: [], in: desk)
        place.drag(dx: -500, dy: 0, in: desk)
        place.release(.zero, in: desk)
        #expect(place.stash == nil)
        #expect(place.shown(in: desk).rect(in: desk.area) == Rect(x: 736, y: 420, width: 320, height: 180))
    }

    /// To an output beside this one, 100 pixels further down and smaller.
    @Test func aHandCarriesItToAnotherOutput() {
        let there = OverlayPlace.Surroundings(
            area: Size(width: 800, height: 600), openEdges: [.right, .top, .bottom])
        var place = OverlayPlace(start)
        #expect(place.heldMiddle(in: desk) == nil)
        place.take(start, edges: [], in: desk)
        place.drag(dx: 300, dy: -200, in: .init(area: desk.area, openEdges: [.left]))
        #expect(place.heldMiddle(in: desk) == Point(x: 1400, y: 410))
        #expect(place.shown(in: desk).rect(in: desk.area).maxX == 1280)
        place.carry(to: "B", by: Point(x: -1280, y: -100), from: desk, to: there)
        // At the drag's position, limited to the area.
        #expect(place.shown(in: there).rect(in: there.area) == Rect(x: 0, y: 220, width: 320, height: 180))
        place.drag(dx: 200, dy: 10, in: there)
        #expect(place.shown(in: there).rect(in: there.area) == Rect(x: 160, y: 230, width: 320, height: 180))
        #expect(place.heldMiddle(in: there) == Point(x: 320, y: 320))
        place.release(.zero, in: there)
        #expect(place.home.output == "B" && place.home.rect(in: there.area).x == 160)
    }

    @Test func whatIsHiddenIsThereButForAPixel() {
        for (edges, rect) in [
            (Edges([.left, .top]), Rect(x: -319, y: 520, width: 320, height: 180)),
            (.right, Rect(x: 1279, y: 520, width: 320, height: 180)),
            (.top, Rect(x: 940, y: -179, width: 320, height: 180)),
            (.bottom, Rect(x: 940, y: 719, width: 320, height: 180)),
        ] as [(Edges, Rect)] {
            #expect(start.hidden(beyond: edges, in: desk.area)?.rect(in: desk.area) == rect)
        }
        #expect(start.hidden(beyond: [], in: desk.area) == nil)
    }

    @Test func aLockedOneHasNoHands() {
        var place = OverlayPlace(start)
        place.take(start, edges: [], in: desk)
        place.drag(dx: -100, dy: 0, in: desk)
        place.setLocked(true, in: desk)
        #expect(!place.isHeld && place.shown(in: desk).rect(in: desk.area).x == 840)
        place.take(place.shown(in: desk), edges: [], in: desk)
        place.drag(dx: -100, dy: 0, in: desk)
        place.release(.zero, in: desk)
        #expect(place.shown(in: desk).rect(in: desk.area).x == 840)
        place.move(to: start.moved(to: .topLeft), in: desk)
        #expect(place.shown(in: desk) == start.moved(to: .topLeft), "commands do as ever")
    }

    @Test func aPlaceByNumbersIsKeptInside() {
        var place = OverlayPlace(start)
        place.move(to: Point(x: 100, y: 50), in: desk)
        #expect(place.shown(in: desk).rect(in: desk.area).origin == Point(x: 100, y: 50))
        #expect(place.shown(in: desk).corner == .topLeft)
        for point in [Point(x: .max, y: .max), Point(x: .min, y: .min), Point(x: -5, y: 100_000)] {
            place.move(to: point, in: desk)
            #expect(Rect(origin: .zero, size: desk.area).contains(place.shown(in: desk).rect(in: desk.area)))
        }
    }

    /// Seeded, so that failures are reproducible.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// After any sequence of drags, commands, and changes of panels, outputs and videos: the overlay is never off the
    /// screen, and the commands that bring it back always work.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func itIsNeverOffTheScreenLostOrStuck(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var desk = desk
        var place = OverlayPlace(start)
        var journal: [String] = []
        // The visible placement, which may lag behind during an animation.
        var seen = start
        func length(_ most: Double) -> Double { Double.random(in: -most...most, using: &numbers) }
        for _ in 0..<2000 {
            let area = desk.area
            if !place.isHeld, Bool.random(using: &numbers) { seen = place.shown(in: desk) }
            let step = Int.random(in: 0..<16, using: &numbers)
            switch step {
            case 0...1:
                let edges: Edges = [[], [], .left, .top, [.bottom, .right]].randomElement(using: &numbers) ?? []
                place.take(Bool.random(using: &numbers) ? seen : place.shown(in: desk), edges: edges, in: desk)
            case 2...5: place.drag(dx: length(900), dy: length(500), in: desk)
            case 6...7:
                place.release(
                    Velocity(x: length(4000), y: length(4000)), snaps: .random(using: &numbers), in: desk)
            case 8:
                let width = Int.random(in: -10...5000, using: &numbers)
                place.resize { $0.resized(width: width, in: area) }
            case 9:
                let size = Size(
                    width: .random(in: 1...9000, using: &numbers), height: .random(in: 1...9000, using: &numbers))
                place.resize { $0.resized(within: size, aspectRatio: 16 / 9, in: area) }
            case 10:
                let point = Point(
                    x: .random(in: -5000...5000, using: &numbers), y: .random(in: -5000...5000, using: &numbers))
                place.move(to: point, in: desk)
            case 11:
                if Bool.random(using: &numbers) { place.putAway(in: desk) } else { place.bringBack(in: desk) }
            case 12: place.setLocked(.random(using: &numbers), in: desk)
            case 13:
                // Changes of panels, modes, transforms and neighbours; the drag ends first, as in the scene.
                place.letGo(in: desk)
                desk.area = Size(
                    width: .random(in: 1...4000, using: &numbers), height: .random(in: 1...2500, using: &numbers))
                if Bool.random(using: &numbers) { desk.area = self.desk.area }
                desk.openEdges = Edges(rawValue: UInt8.random(in: 0...15, using: &numbers))
                seen = place.home.clamped(to: desk.area)
                place.fit(aspectRatio: [16.0 / 9, 2.4, 0.5, 12, 1].randomElement(using: &numbers) ?? 1, in: desk)
            case 14: place.fit(aspectRatio: length(20), in: desk)
            default:
                let other = start.moved(to: Corner.allCases.randomElement(using: &numbers) ?? .topLeft)
                place.put(other.clamped(to: desk.area))
            }
            journal = (journal + ["\(step)"]).suffix(8)
            let shown = place.shown(in: desk).rect(in: desk.area)
            let screen = Rect(origin: .zero, size: desk.area)
            let part = shown.intersection(screen)
            let isHanging = place.isHeld || place.stash != nil
            let least = min(Placement.tabWidth, max(1, shown.width / 2))
            #expect(
                isHanging
                    ? part.map { $0.width >= least && $0.height == shown.height } == true : screen.contains(shown),
                "seed \(seed): \(shown) on \(desk) after \(journal)")
            #expect(!shown.isEmpty)
            #expect(screen.contains(place.home.rect(in: desk.area)), "it has no place to come back to: \(journal)")
            // Two commands always bring it back.
            var rescued = place
            rescued.setLocked(false, in: desk)
            rescued.bringBack(in: desk)
            #expect(!rescued.isLocked && rescued.stash == nil)
            #expect(screen.contains(rescued.shown(in: desk).rect(in: desk.area)))
        }
    }
}
