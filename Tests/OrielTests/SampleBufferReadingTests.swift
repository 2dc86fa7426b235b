import OrielGeometry
import OrielMedia
import OrielPlayer
import Synchronization
import Testing

/// Frames that an app reads, and shows mirrored.
struct SampleBufferReadingTests {
    @Test(arguments: SampleBuffer.Format.allCases)
    func whatWasDrawnIsRead(format: SampleBuffer.Format) throws {
        let frame = try SampleBuffer(format, width: 5, height: 3, time: .zero) { planes in
            for (index, plane) in planes.enumerated() {
                for at in plane.bytes.indices { plane.bytes[at] = UInt8(truncatingIfNeeded: at + index * 50) }
            }
        }
        #expect(frame.width == 5 && frame.height == 3)
        let rows = frame.withPlanes { planes in
            zip(planes, format.planes).allSatisfy { plane, shape in
                // Whole rows can be read, to the last byte of the last one.
                plane.bytes.count == plane.bytesPerRow * (shape.rows(3) - 1) + shape.columns(5) * shape.bytes
            }
        }
        #expect(rows == true)
        let last = frame.withPlanes { planes in
            planes.enumerated().allSatisfy { index, plane in
                let at = plane.bytes.count - 1
                return plane.bytes[at] == UInt8(truncatingIfNeeded: at + index * 50)
            }
        }
        #expect(last == true)
    }

    @Test func itsColoursAreTold() throws {
        var attributes = SampleBuffer.Attributes()
        let plain = try SampleBuffer(.i420, width: 4, height: 4, time: .zero, attributes: attributes) { _ in }
        #expect(plain.color.range == .limited && plain.color.matrix == .bt601)
        attributes.color = ColorDescription(matrix: .bt601, range: .full)
        let full = try SampleBuffer(.i420, width: 4, height: 4, time: .zero, attributes: attributes) { _ in }
        #expect(full.color.range == .full && full.mirrored.color == full.color)
    }

    @Test func aCroppedFrameHasItsPart() throws {
        var attributes = SampleBuffer.Attributes()
        attributes.crop = .init(x: 2, y: 2, width: 2, height: 2)
        let frame = try SampleBuffer(.gray, width: 8, height: 8, time: .zero, attributes: attributes) { planes in
            for at in planes[0].bytes.indices { planes[0].bytes[at] = UInt8(truncatingIfNeeded: at) }
        }
        let first = frame.withPlanes { planes in (planes[0].bytes[0], planes[0].bytesPerRow) }
        #expect(frame.width == 2 && frame.height == 2)
        #expect(first?.0 == UInt8(truncatingIfNeeded: 2 * (first?.1 ?? 0) + 2))
    }

    @Test func aMirroredFrameIsTheSameMemory() throws {
        let releases = Mutex(0)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 64)
        defer { bytes.deallocate() }
        var attributes = SampleBuffer.Attributes()
        attributes.rotation = .clockwise90
        do {
            let plane = SampleBuffer.Plane(UnsafeRawBufferPointer(bytes), bytesPerRow: 16)
            let frame = try SampleBuffer(
                .bgrx, width: 4, height: 4, planes: [plane], time: .seconds(1), attributes: attributes,
                release: { releases.withLock { $0 += 1 } })
            let mirrored = frame.mirrored
            #expect(mirrored.frame.isFlipped && mirrored.frame.rotation == .clockwise270)
            #expect(mirrored.time == .seconds(1) && mirrored.frame.planes[0].base == frame.frame.planes[0].base)
            #expect(!mirrored.mirrored.frame.isFlipped && mirrored.mirrored.frame.rotation == .clockwise90)
            #expect(releases.withLock { $0 } == 0)
            withExtendedLifetime((frame, mirrored)) {}
        }
        #expect(releases.withLock { $0 } == 1)
    }
}
