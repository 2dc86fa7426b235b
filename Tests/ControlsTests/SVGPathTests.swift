import OrielControls
import OrielGeometry
import Testing

/// SVG's path data, as an app's images have it.
@Suite struct SVGPathTests {
    /// Pixels that a path fills by more than half, of a square of 8 units.
    private func filled(_ text: String) throws -> [[Bool]] {
        let path = try VectorPath(svg: text)
        let coverage = path.coverage(width: 8, height: 8, scale: 1)
        return (0..<8).map { y in (0..<8).map { coverage[y * 8 + $0] > 127 } }
    }

    /// Each fills the square from (2, 2) to (6, 6).
    @Test(arguments: [
        "M2 2H6V6H2Z", "M2,2 6,2 6,6 2,6", "m2 2h4v4h-4z", "M2 2L6 2L6 6L2 6Z", "  M 2 2\n l4 0 0,4 -4,0 z ",
        "M2 2l4-0 0 4-4 0z", "M2 2h.4e1v4.0h-400e-2z", "M2 2C3 2 5 2 6 2S6 5 6 6 3 6 2 6Z", "M2 2Q4 2 6 2T6 6L2 6Z",
        "M2 2m0 0h4v4h-4zM0 0z", "M9 9zm-7-7h4v4h-4",
    ])
    func eachWritingOfASquareIsASquare(text: String) throws {
        let wanted = (0..<8).map { y in (0..<8).map { (2..<6).contains(y) && (2..<6).contains($0) } }
        // A curve bulges by less than a pixel.
        let got = try filled(text)
        let wrong = zip(got, wanted).reduce(0) { $0 + zip($1.0, $1.1).count { $0 != $1 } }
        #expect(wrong <= (text.contains("T") ? 4 : 0), "\(got)")
    }

    @Test func arcsAreCircles() throws {
        for text in [
            "M0 4A4 4 0 1 1 8 4A4 4 0 1 1 0 4Z", "M0 4a4,4,0,1,1,8,0a4 4 0 118 0",
            "M0 4a1 1 0 0 1 8 0a1 1 0 01-8 0",
        ] {
            let path = try VectorPath(svg: text)
            let coverage = path.coverage(width: 80, height: 80, scale: 10)
            let area = coverage.reduce(0) { $0 + Int($1) } / 255
            // The second has its second arc elsewhere.
            if !text.contains("118 0") { #expect((4990...5040).contains(area), "\(text): \(area)") }
            #expect(coverage[20 * 80 + 40] == 255)
        }
        // A quarter, the three others, and a quarter that is cut out.
        let (quarter, rest, hollow) = (
            try filled("M4 0A4 4 0 0 1 8 4L4 4Z"), try filled("M4 0A4 4 0 1 1 0 4L4 4Z"),
            try filled("M4 0A4 4 0 0 0 8 4L4 4Z")
        )
        #expect(quarter[1][6] && !quarter[0][7] && !quarter[1][1])
        #expect(rest[6][6] && !rest[1][1] && rest[1][6])
        #expect(!hollow[1][6] && hollow[3][4])
        // Arcs without a radius, and arcs that end where they begin.
        #expect(try filled("M2 2A0 5 0 0 1 6 2V6A0 0 0 0 0 2 6Z")[4][4])
        #expect(try !filled("M4 4A2 2 0 1 1 4 4Z")[4][4])
    }

    /// A smooth curve goes on in the direction of the one before: a wave, above the middle and then below it.
    @Test(arguments: ["M0 4Q2 0 4 4T8 4", "M0 4C1 1 3 1 4 4S7 7 8 4", "m0 4q2-4 4 0t4 0", "m0 4c1-3 3-3 4 0s3 3 4 0"])
    func aSmoothCurveMirrorsTheOneBefore(text: String) throws {
        let wave = try filled(text)
        #expect(wave[3][2] && !wave[4][2] && wave[4][6] && !wave[3][6])
        // After another command there is nothing to mirror.
        #expect(try !filled("M0 4L4 4T8 4")[4][6] && !filled("M0 4Q2 0 4 4S7 4 8 4")[4][6])
    }

    @Test func oppositeContoursAreHoles() throws {
        let ring = try filled("M0 0H8V8H0Z M2 2V6H6V2Z")
        #expect(ring[0][0] && !ring[4][4])
        #expect(try filled("M0 0H8V8H0Z M2 2H6V6H2Z")[4][4])
    }

    /// An icon's own text is read back as it was written.
    @Test func whatIsWrittenIsRead() throws {
        let path = try VectorPath(svg: "M1 1L7 1C7 3 5 5 7 7L1 7Z M2 2L3 2L3 3Z")
        #expect(try VectorPath(svg: path.svg) == path)
    }

    @Test(arguments: [
        ("x", "a command at byte 0"), ("1 2", "a command at byte 0"), ("L1 1", "a beginning (M) at byte 0"),
        ("M", "a number up to a million at byte 1"), ("M1", "a number up to a million at byte 2"),
        ("M1 nan", "a number up to a million at byte 3"), ("M1 1e9", "a number up to a million at byte 3"),
        ("M1 1-e", "a number up to a million at byte 4"), ("M0 0A1 1 0 2 0 1 1", "a flag at byte 11"),
        ("M0 0!", "a command at byte 4"), ("M0 0\u{0}", "a command at byte 4"), ("M0 0é", "a command at byte 4"),
    ])
    func aFaultHasItsPlace(text: String, fault: String) {
        let failure = #expect(throws: VectorPath.SVGFailure.self) { try VectorPath(svg: text) }
        #expect(failure?.description == "the path lacks \(fault)")
    }

    @Test func aPathHasALimit() throws {
        #expect(try VectorPath(svg: "").elements.isEmpty)
        let long = "M0 0" + String(repeating: "h1", count: 40_000)
        #expect(throws: VectorPath.SVGFailure.self) { try VectorPath(svg: long) }
        // The largest coordinates.
        #expect(try filled("M-1000000-1000000H1000000V1000000H-1000000Z")[4][4])
    }
}
