import Oriel

/// A ball that bounces for two minutes, as numbered frames.
struct Ball {
    static let framesPerSecond = 60
    static let length = Duration.seconds(120)
    static let radius = 30
    let width: Int
    let height: Int

    static func time(of frame: Int) -> Duration { .seconds(frame) / framesPerSecond }

    /// The frame at a time; that at the beginning or the end for a time before or after.
    static func frame(at time: Duration) -> Int {
        Int(min(max(.zero, time), length) / .seconds(1) * Double(framesPerSecond))
    }

    /// The ball's centre, in pixels.
    func center(_ frame: Int) -> (x: Int, y: Int) {
        let seconds = Double(frame) / Double(Self.framesPerSecond)
        let fall = seconds.truncatingRemainder(dividingBy: 1) * 2 - 1
        let across = abs((seconds / 4).truncatingRemainder(dividingBy: 2) - 1)
        let (left, floor) = (Self.radius + 10, height - 60 - Self.radius)
        return (left + Int(across * Double(width - 2 * left)), floor - Int((1 - fall * fall) * Double(height) / 2))
    }

    func frame(_ number: Int) throws(SampleBufferError) -> SampleBuffer {
        let (x, y) = center(number)
        return try SampleBuffer(.bgrx, width: width, height: height, time: Self.time(of: number)) { planes in
            let perRow = planes[0].bytesPerRow / 4
            planes[0].withMutableSpan(of: UInt32.self) { pixels in
                for row in 0..<height {
                    let start = row * perRow
                    for index in start..<start + width { pixels[index] = row < height - 60 ? 0x10_2030 : 0x30_5040 }
                    let reach = Self.radius * Self.radius - (row - y) * (row - y)
                    guard reach > 0 else { continue }
                    let half = Int(Double(reach).squareRoot())
                    for index in start + x - half...start + x + half { pixels[index] = 0xFF_9020 }
                }
            }
        }
    }
}
