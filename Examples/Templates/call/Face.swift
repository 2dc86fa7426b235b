import Oriel

/// Stands for a person: a disc that goes up and down.
struct Face {
    static let (width, height, radius) = (90, 160, 30)
    let ground: UInt32
    let disc: UInt32

    /// The disc's distance from the upper edge to its centre, in pixels.
    static func center(_ frame: Int) -> Int { height / 2 + abs(frame % 60 - 30) - 15 }

    func frame(_ number: Int, time: Duration) throws(SampleBufferError) -> SampleBuffer {
        let center = Self.center(number)
        return try SampleBuffer(.bgrx, width: Self.width, height: Self.height, time: time) { planes in
            let perRow = planes[0].bytesPerRow / 4
            planes[0].withMutableSpan(of: UInt32.self) { pixels in
                for row in 0..<Self.height {
                    for column in 0..<Self.width {
                        let (x, y) = (column - Self.width / 2, row - center)
                        pixels[row * perRow + column] = x * x + y * y < Self.radius * Self.radius ? disc : ground
                    }
                }
            }
        }
    }
}
