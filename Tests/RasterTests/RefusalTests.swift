import OrielGeometry
import OrielMedia
import OrielRaster
import OrielTestPictures
import Testing

/// Invalid frames are refused with a sentence, without any write.
struct RefusalTests {
    private let good = FrameFactory(format: .yuv420p, width: 32, height: 18).noise(seed: 1)

    private func changed(
        format: PixelFormat = .yuv420p, width: Int = 32, height: Int = 18, planes: [VideoFrame.Plane]? = nil,
        color: ColorDescription = ColorDescription()
    ) -> VideoFrame {
        VideoFrame(
            format: format, width: width, height: height, planes: planes ?? good.planes, color: color, storage: good)
    }

    @Test func framesWhosePlanesAreNotTheFormats() throws {
        let plane = good.planes[0]
        let short = VideoFrame.Plane(base: plane.base, bytesPerRow: plane.bytesPerRow, width: 32, height: 17)
        let tight = VideoFrame.Plane(base: plane.base, bytesPerRow: 31, width: 32, height: 18)
        let frames = [
            changed(width: 0), changed(height: -1), changed(width: 34), changed(height: 20), changed(width: 1 << 20),
            changed(planes: []), changed(planes: Array(good.planes.prefix(2))),
            changed(planes: [short] + good.planes.dropFirst()), changed(planes: [tight] + good.planes.dropFirst()),
            changed(format: PixelFormat(layout: .planarYUV, bitDepth: 10, bytesPerComponent: 1)),
            changed(format: PixelFormat(layout: .planarYUV, bitDepth: 8, bytesPerComponent: 2)),
            changed(format: PixelFormat(layout: .planarYUV, chromaShiftX: 70, chromaShiftY: -1)),
            changed(format: PixelFormat(layout: .gray, bitDepth: 10, bytesPerComponent: 2)), changed(format: .rgba),
        ]
        for frame in frames {
            let screen = Screen(16, 9)
            #expect(throws: RasterError.self) { try screen.draw(frame, with: Raster()) }
            #expect(screen.isUntouched(outside: Rect(origin: .zero, size: .zero)))
            #expect(throws: RasterError.self) { try frame.checkForRaster() }
        }
    }

    @Test func placesOutsideTheBuffer() {
        for place in [
            Rect(x: 0, y: 0, width: 17, height: 9), Rect(x: -1, y: 0, width: 5, height: 5),
            Rect(x: 0, y: 8, width: 3, height: 2), Rect(x: 0, y: 0, width: 0, height: 4),
            Rect(x: 3, y: 3, width: 4, height: -1),
        ] {
            let screen = Screen(16, 9)
            #expect(throws: RasterError.self) { try screen.draw(good, with: Raster(), at: place) }
            #expect(screen.isUntouched(outside: Rect(origin: .zero, size: .zero)))
        }
    }

    @Test func rowsShorterThanTheBuffer() {
        let screen = Screen(16, 9)
        let buffer = RasterBuffer(base: screen.memory.bytes, size: screen.size, bytesPerRow: 60)
        #expect(throws: RasterError.self) {
            try Raster().draw(good, into: buffer, at: Rect(x: 0, y: 0, width: 16, height: 9))
        }
    }
}
