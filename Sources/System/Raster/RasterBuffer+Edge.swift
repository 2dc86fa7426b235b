package import OrielGeometry

/// Change of a pixel at an edge: its components times a factor, and a lightness.
private struct EdgeWeight {
    /// Factor, in parts of 256.
    var factor: UInt32
    /// Lightness to add, 0 to 255.
    var light: UInt32
    var alpha: UInt32

    init(inside: Double, line: Double) {
        let white = PictureEdge.lineOpacity * line
        factor = UInt32((256 * inside * (1 - white)).rounded())
        light = UInt32((255 * inside * white).rounded(.down))
        alpha = UInt32((255 * inside).rounded())
    }

    func changed(_ pixel: UInt32) -> UInt32 {
        // Two components at a time.
        let outer = (((pixel & 0xFF00FF) * factor) >> 8) & 0xFF00FF
        let green = (((pixel & 0x00FF00) * factor) >> 8) & 0x00FF00
        return ((outer | green) &+ light * 0x010101) | (alpha << 24)
    }
}

/// An edge with the changes of its pixels, made once.
package struct RasterEdge {
    package let edge: PictureEdge
    private let corner: [EdgeWeight]
    private let side = EdgeWeight(inside: 1, line: 1)

    package init(_ edge: PictureEdge) {
        self.edge = edge
        let side = Double(2 * edge.radius)
        let box = RoundedBox(width: side, height: side, Double(edge.radius))
        corner = (0..<edge.radius * edge.radius).map {
            let (x, y) = ($0 % edge.radius, $0 / edge.radius)
            let line = edge.line == 0 ? 0 : min(max(Double(edge.line) + 0.5 - box.depth(x, y), 0), 1)
            return EdgeWeight(inside: box.coverage(x, y), line: line)
        }
    }

    /// Cuts the corners out of an opaque picture that fills the buffer, and draws the line; premultiplied.
    package func apply(to buffer: RasterBuffer) {
        let (width, height, radius) = (buffer.size.width, buffer.size.height, edge.radius)
        guard radius > 0, 2 * radius <= width, 2 * radius <= height else { return }
        for y in 0..<height {
            let row = UnsafeMutableBufferPointer(
                start: (buffer.base + y * buffer.bytesPerRow).assumingMemoryBound(to: UInt32.self), count: width)
            func change(_ x: Int, _ weight: EdgeWeight) {
                row[x] = weight.changed(UInt32(littleEndian: row[x])).littleEndian
            }
            let (fromTop, fromLeft) = (min(y, height - 1 - y), fromTop(y))
            for x in 0..<fromLeft {
                let weight = fromTop < radius ? corner[fromTop * radius + x] : side
                change(x, weight)
                change(width - 1 - x, weight)
            }
            guard fromTop < edge.line else { continue }
            for x in radius..<width - radius { change(x, side) }
        }
        /// Pixels at each end of a row that change.
        func fromTop(_ y: Int) -> Int { min(y, height - 1 - y) < radius ? radius : edge.line }
    }
}
