package import OrielPlayer

/// The pointer that a source tells apart from its frames: place and picture. Pure.
package struct PointerPicture: Hashable, Sendable {
    /// Position of the hotspot, in the frame's samples.
    package var x = 0, y = 0
    package var isVisible = false
    /// Position of the hotspot in the picture.
    package private(set) var hotspotX = 0, hotspotY = 0
    package private(set) var width = 0, height = 0
    /// Four bytes a pixel: blue, green, red and alpha, with which the others are multiplied.
    package private(set) var pixels: [UInt8] = []

    package init() {}

    package static let longestSide = 512

    /// Takes a new picture; an empty one if its numbers make no sense.
    /// - Parameters:
    ///   - bytes: the rows.
    ///   - stride: bytes between the beginnings of two rows.
    package mutating func setPicture(
        width: Int, height: Int, stride: Int, hotspotX: Int, hotspotY: Int, isRedFirst: Bool,
        bytes: UnsafeRawBufferPointer
    ) {
        (self.width, self.height, pixels) = (0, 0, [])
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), (width * 4...1 << 20).contains(stride),
            bytes.count >= (height - 1) * stride + width * 4
        else { return }
        (self.width, self.height) = (width, height)
        (self.hotspotX, self.hotspotY) = (hotspotX, hotspotY)
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let at = y * stride + x * 4
                let (first, third) = (bytes[at], bytes[at + 2])
                pixels += [isRedFirst ? third : first, bytes[at + 1], isRedFirst ? first : third, bytes[at + 3]]
            }
        }
    }

    /// Whether there is something to draw, and frames of this layout take it.
    package func isDrawn(over format: SampleBuffer.Format) -> Bool {
        isVisible && !pixels.isEmpty && format.isRedFirst != nil
    }

    /// Draws the pointer over a frame of four bytes a pixel; nothing over one of another layout.
    /// - Parameters:
    ///   - bytes: the frame's rows.
    ///   - left: the frame's first column, where only a part of it is shown; `top` likewise.
    package func draw(
        over bytes: UnsafeMutableRawBufferPointer, stride: Int, width: Int, height: Int, format: SampleBuffer.Format,
        left: Int, top: Int
    ) {
        guard isDrawn(over: format), let isRedFirst = format.isRedFirst,
            let (startX, startY) = start(left: left, top: top)
        else { return }
        for y in max(0, -startY)..<max(max(0, -startY), min(self.height, height - startY)) {
            for x in max(0, -startX)..<max(max(0, -startX), min(self.width, width - startX)) {
                let source = (y * self.width + x) * 4
                let target = (startY + y) * stride + (startX + x) * 4
                let rest = 255 - Int(pixels[source + 3])
                for color in 0..<4 {
                    let at = target + (isRedFirst && color != 3 ? 2 - color : color)
                    let mixed = Int(pixels[source + color]) + (Int(bytes[at]) * rest + 127) / 255
                    bytes[at] = UInt8(min(255, mixed))
                }
            }
        }
    }

    /// The picture's first pixel in the shown part; nil if it is far outside.
    private func start(left: Int, top: Int) -> (Int, Int)? {
        let place = (x - hotspotX - left, y - hotspotY - top)
        let near = -Self.longestSide...PipeWireFrame.longestSide
        return near.contains(place.0) && near.contains(place.1) ? place : nil
    }
}

extension SampleBuffer.Format {
    fileprivate var isRedFirst: Bool? {
        switch self {
        case .rgba, .rgbx: true
        case .bgra, .bgrx: false
        default: nil
        }
    }
}
