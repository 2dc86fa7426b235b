import OrielGeometry
import Testing

/// Case 75: a new overlay beside others.
@Suite struct ClearPlaceTests {
    private let area = Size(width: 1280, height: 720)

    private func place(_ corner: Corner, _ width: Int, output: String? = nil) -> Placement {
        Placement.initial(aspectRatio: 16 / 9, in: area).moved(to: corner).resized(width: width, in: area).on(output)
    }

    @Test func whatIsFreeStays() {
        let place = place(.bottomRight, 320)
        #expect(place.clear(of: [], in: area) == place)
        #expect(place.clear(of: [self.place(.bottomLeft, 320)], in: area) == place)
        // Placements on another output are ignored; one without an output may be on any.
        let here = self.place(.bottomRight, 320, output: "X-1")
        #expect(here.clear(of: [self.place(.bottomRight, 320, output: "X-2")], in: area) == here)
        #expect(here.clear(of: [place], in: area) != here)
    }

    @Test func whatIsTakenIsLeftForTheNearestFreePlace() {
        let taken = place(.bottomRight, 320)
        let above = taken.clear(of: [taken], in: area)
        #expect(above.rect(in: area) == Rect(x: 940, y: 320, width: 320, height: 180))
        let third = taken.clear(of: [taken, above], in: area)
        #expect(
            third.rect(in: area).size == taken.size
                && third.rect(in: area) == Rect(x: 600, y: 520, width: 320, height: 180))
    }

    @Test func itIsMadeSmallerWhereThereIsNoOtherWay() {
        let taken = place(.bottomRight, 900)
        let small = place(.bottomRight, 640).clear(of: [taken], in: area)
        #expect(small.rect(in: area).intersection(taken.rect(in: area)) == nil)
        #expect(small.size.width < 640 && small.size.width >= 64 * 16 / 9)
        // If the whole area is taken, the placement is unchanged.
        let all = Placement(rect: Rect(origin: .zero, size: area), in: area)
        #expect(small.clear(of: [all], in: area) == small)
    }

    /// Placements of any aspect ratio and size, one after the other: none leaves the area, and none overlaps another
    /// while there is room.
    @Test(arguments: 0..<20) func manyOfAnyShapeFindTheirPlaces(seed: UInt64) {
        var random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        var placed: [Placement] = []
        for _ in 0..<6 {
            let shape = Double.random(in: 0.5...2.4, using: &random)
            let wanted = Placement.initial(aspectRatio: shape, in: area)
                .moved(to: Corner.allCases.randomElement(using: &random) ?? .topLeft)
            let place = wanted.clear(of: placed, in: area)
            let rect = place.rect(in: area)
            #expect(Rect(origin: .zero, size: area).contains(rect))
            for other in placed { #expect(other.rect(in: area).intersection(rect) == nil, "\(place) \(other)") }
            placed.append(place)
        }
    }

    /// A swap: an overlay is replaced by one with another aspect ratio, which first appears beside it.
    @Test(arguments: 0..<40) func whatTakesAnothersPlaceCoversNoneOfTheRest(seed: UInt64) {
        var random = Generator(state: (seed + 100) &* 0x9E37_79B9_7F4A_7C15 | 1)
        func shape() -> Double { Double.random(in: 0.5...2.4, using: &random) }
        var placed: [Placement] = []
        for _ in 0..<4 {
            let wanted = Placement.initial(aspectRatio: shape(), in: area)
                .moved(to: Corner.allCases.randomElement(using: &random) ?? .topLeft)
            placed.append(wanted.clear(of: placed, in: area))
        }
        func free(_ place: Placement, of others: [Placement]) -> Bool {
            others.allSatisfy { $0.rect(in: area).intersection(place.rect(in: area)) == nil }
        }
        for index in placed.indices {
            let slot = placed[index]
            let rest = placed.enumerated().filter { $0.offset != index }.map(\.element)
            let ratio = shape()
            let first = Placement.initial(aspectRatio: ratio, in: area).beside(slot, among: rest, in: area)
            #expect(free(first, of: placed), "\(first) \(placed)")
            let place = slot.takenOver(aspectRatio: ratio, among: rest, in: area)
            #expect(free(place, of: rest), "\(place) \(rest)")
            #expect(Rect(origin: .zero, size: area).contains(place.rect(in: area)))
            placed[index] = place
        }
    }

    /// Sizes and areas that no screen has: the placement is unchanged, or lies in the area and covers no other.
    @Test func numbersFromOutsideAreSafe() {
        for size in [Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 30000, height: 3)] {
            let place = Placement(corner: .topLeft, margins: EdgeInsets(), size: size)
            for area in [Size(width: 1, height: 1), Size(width: 0, height: 0), self.area] {
                let clear = place.clear(of: [place, place], in: area)
                guard clear != place else {
                    #expect(size.width != 1 || area != self.area, "there is room for \(size) in \(area)")
                    continue
                }
                let rect = clear.rect(in: area)
                #expect(Rect(origin: .zero, size: area).contains(rect), "\(clear) in \(area)")
                #expect(rect.intersection(place.rect(in: area)) == nil, "\(clear) in \(area)")
            }
        }
    }
}

extension Placement {
    fileprivate func on(_ output: String?) -> Placement {
        var place = self
        place.output = output
        return place
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
