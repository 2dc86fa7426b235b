import Foundation
import Oriel

/// A seat of the room: a layer that a thread draws, as a real-time library's renderer does.
@MainActor
struct Seat {
    static let room = Size(width: 640, height: 560)
    let layer: SampleBufferDisplayLayer
    let frame: Rect
    private let color: UInt32

    init(in application: Application, frame: Rect, color: UInt32) throws {
        layer = try SampleBufferDisplayLayer(in: application)
        (self.frame, self.color) = (frame, color)
        layer.timebase.setRate(1, time: .zero, atHostTime: Timebase.hostTime)
    }

    /// Returns the seat's place in a window.
    func frame(in window: Size) -> Rect {
        func scaled(_ length: Int) -> Int { length * window.width / Self.room.width }
        return Rect(
            x: scaled(frame.x), y: scaled(frame.y), width: scaled(frame.width), height: scaled(frame.height))
    }

    /// Draws twenty pictures a second, until the layer is closed.
    func startDrawing() {
        let (layer, color) = (layer, color)
        Thread {
            var count: UInt32 = 0
            while true {
                count += 1
                // The picture is a plain colour that gets a little darker and lighter.
                let shade = color & ~0x1F | (count / 2 % 32)
                do {
                    try layer.enqueue(.plain(shade, Size(width: 90, height: 160), at: layer.timebase.time))
                } catch SampleBufferError.closed {
                    return
                } catch {}
                Thread.sleep(forTimeInterval: 0.05)
            }
        }.start()
    }
}

extension SampleBuffer {
    /// Makes a frame of one colour.
    static func plain(_ color: UInt32, _ size: Size, at time: Duration) throws -> SampleBuffer {
        try SampleBuffer(.bgrx, width: size.width, height: size.height, time: time) { planes in
            for index in 0..<planes[0].bytes.count {
                planes[0].bytes[index] = UInt8(truncatingIfNeeded: color >> (UInt32(index % 4) * 8))
            }
        }
    }
}
