import Oriel
import OrielMedia
import Synchronization
import Testing

/// Properties that an app may give a frame, and the lifetime of its memory.
@Suite struct SampleBufferTests {
    /// Counts calls from any thread.
    final class Count: Sendable {
        private let value = Atomic(0)
        var now: Int { value.load(ordering: .sequentiallyConsistent) }
        func add() { value.add(1, ordering: .sequentiallyConsistent) }
    }

    /// Memory that outlives the tests' frames; its contents don't matter.
    private nonisolated(unsafe) static let memory =
        UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)

    private func plane(_ count: Int, _ bytesPerRow: Int, at offset: Int = 0) -> SampleBuffer.Plane {
        SampleBuffer.Plane(
            UnsafeRawBufferPointer(rebasing: Self.memory[offset..<offset + count]), bytesPerRow: bytesPerRow)
    }

    private func error(
        _ format: SampleBuffer.Format = .bgra, _ width: Int = 4, _ height: Int = 2,
        _ planes: [SampleBuffer.Plane]? = nil,
        time: Duration = .zero, _ change: (inout SampleBuffer.Attributes) -> Void = { _ in }
    ) -> SampleBufferError? {
        var attributes = SampleBuffer.Attributes()
        change(&attributes)
        let releases = Count()
        do throws(SampleBufferError) {
            _ = try SampleBuffer(
                format, width: width, height: height, planes: planes ?? [plane(32, 16)], time: time,
                attributes: attributes, release: { releases.add() })
        } catch {
            // A refused buffer isn't released.
            #expect(releases.now == 0)
            return error
        }
        #expect(releases.now == 1)
        return nil
    }

    @Test func sizesThatAreNoPicturesAreRefused() {
        for (width, height) in [(0, 2), (4, 0), (-4, 2), (4, .min), (16_385, 1), (.max, .max)] {
            #expect(error(.bgra, width, height) == .invalidSize(width: width, height: height))
        }
        #expect(error(.bgra, 4, 2) == nil)
    }

    @Test func planesThatAreNotTheFormatsAreRefused() {
        #expect(error(.bgra, 4, 2, []) == .wrongPlaneCount(0, expected: 1))
        #expect(error(.i420, 4, 2) == .wrongPlaneCount(1, expected: 3))
        #expect(error(.nv12, 4, 2, [plane(8, 4), plane(4, 4), plane(4, 4)]) == .wrongPlaneCount(3, expected: 2))
        for bytesPerRow in [15, 0, -16, .min, .max, (1 << 30) + 1] {
            #expect(
                error(.bgra, 4, 2, [plane(32, bytesPerRow)])
                    == .rowTooShort(plane: 0, bytesPerRow: bytesPerRow, minimum: 16))
        }
        #expect(error(.bgra, 4, 2, [plane(31, 16)]) == .planeTooShort(plane: 0, bytes: 31, minimum: 32))
        let nowhere = SampleBuffer.Plane(UnsafeRawBufferPointer(start: nil, count: 0), bytesPerRow: 16)
        #expect(error(.bgra, 4, 2, [nowhere]) == .planeTooShort(plane: 0, bytes: 0, minimum: 32))
        // The last row has no padding.
        #expect(error(.bgra, 4, 2, [plane(20 + 16, 20)]) == nil)
    }

    /// For odd sizes, each subsampled plane has an extra sample.
    @Test func eachFormatTakesTheSmallestPlanesAndNoSmallerOnes() {
        let smallest: [SampleBuffer.Format: [(Int, Int)]] = [
            .i420: [(5, 3), (3, 2), (3, 2)], .i422: [(5, 3), (3, 3), (3, 3)], .i444: [(5, 3), (5, 3), (5, 3)],
            .i010: [(10, 3), (6, 2), (6, 2)], .nv12: [(5, 3), (6, 2)], .p010: [(10, 3), (12, 2)], .yuy2: [(12, 3)],
            .uyvy: [(12, 3)], .gray: [(5, 3)], .rgba: [(20, 3)], .rgbx: [(20, 3)], .bgra: [(20, 3)], .bgrx: [(20, 3)],
        ]
        for format in SampleBuffer.Format.allCases {
            let sizes = smallest[format] ?? []
            let planes = sizes.map { plane($0.0 * $0.1, $0.0) }
            #expect(error(format, 5, 3, planes) == nil, "\(format)")
            for index in planes.indices {
                var less = planes
                less[index] = plane(sizes[index].0 * sizes[index].1 - 1, sizes[index].0)
                let bytes = sizes[index].0 * sizes[index].1
                #expect(
                    error(format, 5, 3, less) == .planeTooShort(plane: index, bytes: bytes - 1, minimum: bytes),
                    "\(format)")
            }
        }
    }

    @Test func wordsAtOddAddressesAreRefused() {
        let good = [plane(8, 4), plane(4, 4)]
        #expect(error(.p010, 2, 2, good) == nil)
        #expect(error(.p010, 2, 2, [plane(8, 4, at: 1), good[1]]) == .misaligned(plane: 0))
        #expect(error(.p010, 2, 2, [good[0], plane(9, 5)]) == .misaligned(plane: 1))
    }

    @Test func timesThatNoClockReadsAreRefused() {
        for time: Duration in [.seconds(10_000_000_001), .seconds(-10_000_000_001), .seconds(Int64.max)] {
            #expect(error(time: time) == .invalidTime(time))
            #expect(error { $0.duration = time } == .invalidTime(time))
        }
        #expect(error(time: .seconds(-5)) == nil)
        #expect(error { $0.duration = .milliseconds(-1) } == .invalidTime(.milliseconds(-1)))
    }

    @Test func samplesOfNoShapeAreRefused() {
        for ratio in [(0, 1), (1, 0), (-1, -1), (101, 1), (1, 101), (.max, .max)] {
            #expect(error { $0.sampleAspectRatio = Rational(ratio.0, ratio.1) } == .invalidSampleAspectRatio)
        }
        #expect(error { $0.sampleAspectRatio = Rational(64, 45) } == nil)
    }

    @Test func whatLiesOutsideOrBetweenSamplesOfColourIsNotCutOut() {
        let parts = [
            Rect(x: 0, y: 0, width: 0, height: 1), Rect(x: -2, y: 0, width: 2, height: 1),
            Rect(x: 2, y: 0, width: 3, height: 1), Rect(x: 0, y: 2, width: 1, height: 1),
            Rect(x: 2, y: 0, width: .max, height: .max), Rect(x: .max, y: .max, width: 1, height: 1),
        ]
        for part in parts { #expect(error { $0.crop = part } == .invalidCrop(part)) }
        let planes = [plane(64, 8), plane(16, 4), plane(16, 4)]
        let odd = Rect(x: 1, y: 0, width: 2, height: 2)
        #expect(error(.i420, 8, 8, planes) { $0.crop = odd } == .invalidCrop(odd))
        #expect(error(.i420, 8, 8, planes) { $0.crop = Rect(x: 2, y: 2, width: 3, height: 3) } == nil)
    }

    /// Nothing is copied: cropped samples are skipped.
    @Test func aPartIsTheSameMemory() throws {
        var attributes = SampleBuffer.Attributes()
        attributes.crop = Rect(x: 4, y: 2, width: 3, height: 3)
        attributes.rotation = .clockwise270
        attributes.isFlipped = true
        attributes.duration = .milliseconds(20)
        let planes = [plane(64, 8), plane(16, 4, at: 64), plane(16, 4, at: 80)]
        let buffer = try SampleBuffer(
            .i420, width: 8, height: 8, planes: planes, time: .seconds(3), attributes: attributes, release: {})
        let frame = buffer.frame
        let start = try #require(UnsafeRawPointer(Self.memory.baseAddress))
        #expect(frame.planes.map { $0.base - start } == [2 * 8 + 4, 64 + 4 + 2, 80 + 4 + 2])
        #expect(frame.planes.map(\.width) == [3, 2, 2] && frame.planes.map(\.height) == [3, 2, 2])
        #expect(frame.width == 3 && frame.height == 3 && frame.rotation == .clockwise270 && frame.isFlipped)
        #expect(frame.time == .seconds(3) && frame.duration == .milliseconds(20))
        #expect(frame.color.matrix == .bt601)
        // Two pixels in four bytes are skipped together.
        let packed = try SampleBuffer(
            .yuy2, width: 8, height: 5, planes: [plane(80, 16)], time: .zero, attributes: attributes, release: {})
        #expect(packed.frame.planes.map { $0.base - start } == [2 * 16 + 8] && packed.frame.planes[0].width == 3)
    }

    @Test func memoryIsGivenBackOnceWithTheLastCopy() throws {
        let releases = Count()
        do {
            let buffer = try SampleBuffer(
                .gray, width: 4, height: 4, planes: [plane(16, 4)], time: .zero, release: { releases.add() })
            let copies = [buffer, buffer]
            #expect(copies.count == 2 && releases.now == 0)
        }
        #expect(releases.now == 1)
    }

    @Test func whatIsDrawnIsWhatIsSeen() throws {
        let buffer = try SampleBuffer(.nv12, width: 5, height: 3, time: .seconds(1)) { planes in
            #expect(planes.map { $0.bytes.count / $0.bytesPerRow } == [3, 2])
            for (index, plane) in planes.enumerated() {
                for offset in plane.bytes.indices { plane.bytes[offset] = UInt8(index + 1) }
            }
        }
        #expect(buffer.frame.planes.map { $0.base.load(as: UInt8.self) } == [1, 2])
        #expect(throws: SampleBufferError.invalidSize(width: 0, height: 3)) {
            try SampleBuffer(.nv12, width: 0, height: 3, time: .zero) { _ in
                Issue.record("there is nothing to draw into")
            }
        }
    }

    @Test func eachErrorIsASentence() {
        let errors: [SampleBufferError] = [
            .invalidSize(width: 0, height: 1), .wrongPlaneCount(1, expected: 3), .misaligned(plane: 1), .queueFull,
            .rowTooShort(plane: 0, bytesPerRow: 3, minimum: 4), .planeTooShort(plane: 0, bytes: 3, minimum: 4),
            .invalidCrop(Rect(x: 0, y: 0, width: 0, height: 0)), .invalidSampleAspectRatio, .invalidTime(.zero),
            .timeNotLater(.zero, than: .zero), .closed, .outOfMemory(bytes: 7),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.allSatisfy { !$0.description.hasSuffix(".") && $0.description.contains(" ") })
        #expect(SampleBufferError.wrongPlaneCount(3, expected: 1).description == "the format has 1 plane, and 3 came")
    }

    @Test func aPlaneIsASpanOfWholeElements() throws {
        let frame = try SampleBuffer(.bgra, width: 5, height: 3, time: .zero) { planes in
            let perRow = planes[0].bytesPerRow
            #expect(planes[0].withMutableSpan(of: UInt8.self) { $0.count } == 3 * perRow)
            planes[0].withMutableSpan(of: UInt32.self) { pixels in
                #expect(pixels.count == 3 * perRow / 4)
                for index in 0..<pixels.count { pixels[index] = UInt32(index) }
            }
            let last = planes[0].withMutableSpan(of: UInt32.self) { pixels in pixels[pixels.count - 1] }
            #expect(last == UInt32(3 * perRow / 4 - 1))
            #expect(planes[0].bytes.load(as: UInt32.self) == 0)
        }
        #expect(frame.format == .bgra)
    }

    /// A write before the buffer, as one of an app's first errors, ends the program instead of damaging it.
    @Test func aSpanEndsTheProgramAtAWriteOutside() async {
        await #expect(processExitsWith: .failure) {
            _ = try SampleBuffer(.bgra, width: 4, height: 2, time: .zero) { planes in
                planes[0].withMutableSpan(of: UInt32.self) { pixels in
                    let outside = -CommandLine.arguments.count
                    pixels[outside] = 0
                }
            }
        }
    }
}
