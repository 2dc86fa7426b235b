import Glibc
package import OrielGeometry

/// Reading of SVG's path data, for images of an app.
extension VectorPath {
    /// Reason why path data can't be read, in one sentence without a full stop.
    package struct SVGFailure: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Most bytes of path data.
    package static let longestSVG = 1 << 16

    /// Reads the `d` attribute of an SVG path: all commands, with coordinates of at most a million.
    /// - Throws: if it is longer than `longestSVG` or no path data, with the place of the fault.
    package init(svg: String) throws(SVGFailure) {
        guard svg.utf8.count <= Self.longestSVG else {
            throw SVGFailure(description: "the path has more than \(Self.longestSVG) bytes")
        }
        var reader = SVGPathReader(svg)
        self.init(try reader.read())
    }
}

/// Reader of path data, from the first byte to the last.
private struct SVGPathReader {
    private let bytes: [UInt8]
    private var index = 0
    private var elements: [PathElement] = []
    /// Present point, and the beginning of its contour.
    private var point = PathPoint(0, 0)
    private var start = PathPoint(0, 0)
    /// Control point of the last curve, which a smooth one mirrors; nil after other commands.
    private var lastControl: (point: PathPoint, isCubic: Bool)?
    /// Whether a contour has begun since the last end of one.
    private var isOpen = false

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func read() throws(VectorPath.SVGFailure) -> [PathElement] {
        skipSpaces()
        while index < bytes.count {
            let command = bytes[index]
            guard Self.counts[command | 0x20] != nil, command & 0xC0 == 0x40 else { throw fault("a command") }
            if elements.isEmpty, !isOpen, command | 0x20 != UInt8(ascii: "m") { throw fault("a beginning (M)") }
            index += 1
            try perform(command)
            skipSpaces()
        }
        return elements
    }

    /// Numbers after each command, in lower case.
    private static let counts: [UInt8: Int] = [
        UInt8(ascii: "m"): 2, UInt8(ascii: "l"): 2, UInt8(ascii: "h"): 1, UInt8(ascii: "v"): 1, UInt8(ascii: "c"): 6,
        UInt8(ascii: "s"): 4, UInt8(ascii: "q"): 4, UInt8(ascii: "t"): 2, UInt8(ascii: "a"): 7, UInt8(ascii: "z"): 0,
    ]

    private func fault(_ wanted: String) -> VectorPath.SVGFailure {
        VectorPath.SVGFailure(description: "the path lacks \(wanted) at byte \(index)")
    }

    /// Performs a command once for each group of numbers after it.
    private mutating func perform(_ command: UInt8) throws(VectorPath.SVGFailure) {
        var kind = command | 0x20
        let isRelative = command == kind
        guard kind != UInt8(ascii: "z") else {
            (point, lastControl, isOpen) = (start, nil, false)
            return
        }
        repeat {
            var numbers: [Double] = []
            for position in 0..<(Self.counts[kind] ?? 0) {
                let isFlag = kind == UInt8(ascii: "a") && (position == 3 || position == 4)
                numbers.append(try isFlag ? flag() : number())
            }
            add(kind, numbers, from: isRelative ? point : PathPoint(0, 0))
            // Further points of a beginning are lines.
            if kind == UInt8(ascii: "m") { kind = UInt8(ascii: "l") }
            skipSpaces()
        } while index < bytes.count && Self.isNumber(bytes[index])
    }

    private mutating func add(_ kind: UInt8, _ numbers: [Double], from origin: PathPoint) {
        func at(_ index: Int) -> PathPoint {
            PathPoint(origin.x + numbers[index], origin.y + numbers[index + 1])
        }
        let control = lastControl
        lastControl = nil
        if kind == UInt8(ascii: "m") {
            (point, start, isOpen) = (at(0), at(0), true)
            return elements.append(.move(point))
        }
        // A contour that was closed and goes on begins again where it began.
        if !isOpen {
            isOpen = true
            elements.append(.move(start))
        }
        switch kind {
        case UInt8(ascii: "l"): line(to: at(0))
        case UInt8(ascii: "h"): line(to: PathPoint(origin.x + numbers[0], point.y))
        case UInt8(ascii: "v"): line(to: PathPoint(point.x, origin.y + numbers[0]))
        case UInt8(ascii: "c"): curve(at(0), at(2), at(4))
        case UInt8(ascii: "s"): curve(mirrored(control, isCubic: true), at(0), at(2))
        case UInt8(ascii: "q"): curve(at(0), at(2))
        case UInt8(ascii: "t"): curve(mirrored(control, isCubic: false), at(0))
        default:
            let radii = PathPoint(numbers[0], numbers[1])
            arc(radii, turned: numbers[2], isLarge: numbers[3] != 0, isClockwise: numbers[4] != 0, to: at(5))
        }
    }

    private mutating func line(to end: PathPoint) {
        elements.append(.line(end))
        point = end
    }

    private mutating func curve(_ first: PathPoint, _ second: PathPoint, _ end: PathPoint) {
        elements.append(.cubic(first, second, end))
        (point, lastControl) = (end, (second, true))
    }

    /// Adds a quadratic curve, as a cubic one.
    private mutating func curve(_ control: PathPoint, _ end: PathPoint) {
        func toward(_ from: PathPoint) -> PathPoint {
            PathPoint(from.x + (control.x - from.x) * 2 / 3, from.y + (control.y - from.y) * 2 / 3)
        }
        elements.append(.cubic(toward(point), toward(end), end))
        (point, lastControl) = (end, (control, false))
    }

    private func mirrored(_ control: (point: PathPoint, isCubic: Bool)?, isCubic: Bool) -> PathPoint {
        guard let control, control.isCubic == isCubic else { return point }
        return PathPoint(2 * point.x - control.point.x, 2 * point.y - control.point.y)
    }

    /// Adds an arc of an ellipse, in pieces of at most a quarter. Follows SVG's implementation notes, B.2.4 and B.2.5.
    private mutating func arc(
        _ radii: PathPoint, turned degrees: Double, isLarge: Bool, isClockwise: Bool, to end: PathPoint
    ) {
        var (rx, ry) = (abs(radii.x), abs(radii.y))
        guard rx > 0, ry > 0, end != point else { return line(to: end) }
        let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
        let (sine, cosine) = (sin(angle), cos(angle))
        let (dx, dy) = ((point.x - end.x) / 2, (point.y - end.y) / 2)
        let (x, y) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
        // Radii that are too small for the distance grow.
        let growth = (x * x / (rx * rx) + y * y / (ry * ry)).squareRoot()
        if growth > 1 { (rx, ry) = (rx * growth, ry * growth) }
        let sum = rx * rx * y * y + ry * ry * x * x
        let share = sum > 0 ? max(0, rx * rx * ry * ry / sum - 1).squareRoot() : 0
        let factor = isLarge == isClockwise ? -share : share
        let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx)
        let center = PathPoint(
            cosine * cx - sine * cy + (point.x + end.x) / 2, sine * cx + cosine * cy + (point.y + end.y) / 2)
        let first = atan2((y - cy) / ry, (x - cx) / rx)
        var sweep = atan2((-y - cy) / ry, (-x - cx) / rx) - first
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        let pieces = max(1, min(4, Int((abs(sweep) / (.pi / 2)).rounded(.up))))
        let step = sweep / Double(pieces)
        let handle = 4 / 3 * tan(step / 4)
        func on(_ x: Double, _ y: Double) -> PathPoint {
            PathPoint(center.x + cosine * rx * x - sine * ry * y, center.y + sine * rx * x + cosine * ry * y)
        }
        for piece in 0..<pieces {
            let (a, b) = (first + Double(piece) * step, first + Double(piece + 1) * step)
            elements.append(
                .cubic(
                    on(cos(a) - handle * sin(a), sin(a) + handle * cos(a)),
                    on(cos(b) + handle * sin(b), sin(b) - handle * cos(b)),
                    piece == pieces - 1 ? end : on(cos(b), sin(b))))
        }
        point = end
    }

    // MARK: Bytes

    private static func isNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Skips white space and commas.
    private mutating func skipSpaces() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D, UInt8(ascii: ",")].contains(bytes[index]) {
            index += 1
        }
    }

    private mutating func flag() throws(VectorPath.SVGFailure) -> Double {
        skipSpaces()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "0") || bytes[index] == UInt8(ascii: "1") else {
            throw fault("a flag")
        }
        defer { index += 1 }
        return bytes[index] == UInt8(ascii: "1") ? 1 : 0
    }

    private mutating func number() throws(VectorPath.SVGFailure) -> Double {
        skipSpaces()
        var end = index
        func digits() {
            while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 }
        }
        func sign() {
            if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
        }
        sign()
        digits()
        if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            end += 1
            digits()
        }
        if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
            end += 1
            sign()
            digits()
        }
        // The beginning of no number is left to be the place of the fault.
        guard let value = Double(String(decoding: bytes[index..<end], as: UTF8.self)), abs(value) <= 1_000_000 else {
            throw fault("a number up to a million")
        }
        index = end
        return value
    }
}
