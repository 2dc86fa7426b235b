import Foundation
import Glibc
import Oriel
import OrielGeometry
import OrielSurfaces
import OrielTestSupport
import Testing

/// Images of content overlays: PNGs of every kind, paths, and what is neither.
@MainActor @Suite struct OverlayImageTests {
    private static func png(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }
    private static let colors = png(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR42mP4z8DwHwgbGMA0EAAAP9cIeV/HbbEAAAAASUVORK5CYII=")
    private static let palette = png(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAMAAADD/I+4AAAABlBMVEX/AAAAAP9sof2OAAAAAXRSTlOArV5bRgAAAAtJREFUeNpjYGAEAAAEAAIs3kitAAAAAElFTkSuQmCC"
    )
    private static let gray = png(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABEAQAAAAOu2tCAAAAD0lEQVR42mNoaPgPBA0NABr3Bf1CcdFuAAAAAElFTkSuQmCC")
    private static let bits = png(
        "iVBORw0KGgoAAAANSUhEUgAAAAgAAAABAQAAAADLe9LuAAAACklEQVR42mNYBQAArACry4Oe5gAAAABJRU5ErkJggg==")
    private static let interlaced = png(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAGK06rlAAAAEUlEQVR42mP4zwAEEIKTgx0AGyYDFrzaSMUAAAAASUVORK5CYII=")
    private static let huge = png(
        "iVBORw0KGgoAAAANSUhEUgAAnEAAAJxACAAAAAB0Z1HZAAAACElEQVR42gMAAAAAAW/dyZEAAAAASUVORK5CYII=")

    /// Draws on a canvas of a size and returns its pixels.
    private func drawn(
        _ width: Int, _ height: Int, scale: Double = 1, _ draw: (ContentOverlay.Canvas) -> Void
    ) -> [UInt32] {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 4, alignment: 64)
        defer { bytes.deallocate() }
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        let size = Size(width: width, height: height)
        let frame = Rect(x: 7, y: 9, width: Int(Double(width) / scale), height: Int(Double(height) / scale))
        draw(ContentOverlay.Canvas(frame: frame, size: size, scale: scale, stride: width * 4, bytes: bytes))
        return Array(bytes.bindMemory(to: UInt32.self))
    }

    private func isNear(_ pixels: [UInt32], _ wanted: [UInt32]) -> Bool {
        pixels.count == wanted.count
            && zip(pixels, wanted).allSatisfy { one, other in
                [0, 8, 16, 24].allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= 1 }
            }
    }

    @Test func eachKindOfPNGHasItsPixels() throws {
        let cases: [(file: [UInt8], size: Size, pixels: [UInt32])] = [
            (Self.colors, Size(width: 2, height: 2), [0xFFFF_0000, 0x8000_8000, 0, 0xFFFF_FFFF]),
            (Self.palette, Size(width: 2, height: 1), [0x8080_0000, 0xFF00_00FF]),
            (Self.gray, Size(width: 2, height: 1), [0xFF80_8080, 0x8080_8080]),
            (
                Self.bits, Size(width: 8, height: 1),
                (0..<8).map { $0.isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000 }
            ),
            (Self.interlaced, Size(width: 2, height: 2), [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF09_0807]),
        ]
        for (file, size, wanted) in cases {
            let image = try OverlayImage(png: file)
            #expect(image.size == size)
            let pixels = drawn(size.width, size.height) { $0.draw(image) }
            #expect(isNear(pixels, wanted), "\(pixels.map { String($0, radix: 16) })")
        }
    }

    @Test func anImageKeepsItsShapeInItsArea() throws {
        let image = try OverlayImage(png: Self.palette)
        // Twice as wide as high, in the middle of a square, at two pixels a unit.
        let pixels = drawn(8, 8, scale: 2) { $0.draw(image) }
        let rows = (0..<8).map { y in pixels[y * 8..<y * 8 + 8].contains { $0 != 0 } }
        #expect(rows == [false, false, true, true, true, true, false, false])
        #expect(pixels[3 * 8] == 0x8080_0000 && pixels[3 * 8 + 7] == 0xFF00_00FF)
        let part = drawn(8, 8) { $0.draw(image, in: Rect(x: 6, y: 6, width: 4, height: 4)) }
        #expect(part.indices.filter { part[$0] != 0 } == [62, 63])
        // It lies over what is there.
        let over = drawn(2, 1) { canvas in
            canvas.withPixels { pixels in for index in 0..<2 { pixels[index] = 0xFF00_00FF } }
            canvas.draw(image)
        }
        #expect(isNear(over, [0xFF80_007F, 0xFF00_00FF]), "\(over.map { String($0, radix: 16) })")
    }

    /// A shorter side has averages, and a colour is never more than its alpha.
    @Test func anImageIsAveragedWhenItBecomesSmaller() throws {
        let image = try OverlayImage(png: Self.bits)
        #expect(
            isNear(drawn(4, 1) { $0.draw(image, in: Rect(x: 0, y: 0, width: 4, height: 1)) }, [0, 0, 0, 0]) == false)
        // Half a pixel high, it is as high as one.
        let half = drawn(4, 1) { $0.draw(image) }
        #expect(isNear(half, [UInt32](repeating: 0xFF80_8080, count: 4)), "\(half.map { String($0, radix: 16) })")
        let colors = try OverlayImage(png: Self.colors)
        for side in [1, 2, 3, 5, 17] {
            for pixel in drawn(side, side, { $0.draw(colors) }) {
                let alpha = pixel >> 24
                #expect(pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha)
            }
        }
    }

    @Test func absurdAreasHaveNoPixels() throws {
        let images = [
            try OverlayImage(png: Self.colors), try OverlayImage(svgPath: "M0 0H9V9Z", in: Size(width: 9, height: 9)),
        ]
        let numbers = [Int.min, -1, 0, 1, 5000, .max]
        for image in images {
            for number in numbers {
                for length in numbers {
                    let pixels = drawn(4, 4) {
                        $0.draw(image, in: Rect(x: number, y: number, width: length, height: length))
                    }
                    // One that lies on the canvas, and is no larger than an image can be.
                    let isSound = length == 1 && (number == 0 || number == 1)
                    #expect(pixels.contains { $0 != 0 } == isSound, "\(number), \(length)")
                }
            }
        }
    }

    @Test func aPathIsFilledWithItsColour() throws {
        let image = try OverlayImage(
            svgPath: "M0 0H4V4H0Z", in: Size(width: 8, height: 4), color: 0x80FF_0000)
        let pixels = drawn(80, 40) { $0.draw(image) }
        #expect(pixels[0] == 0x8080_0000 && pixels[39] == 0x8080_0000 && pixels[40] == 0 && pixels.last == 0)
        let button = OverlayImage(PictureInPictureController.pictureInPictureButtonStartImage)
        let icon = drawn(48, 48) { $0.draw(button) }
        #expect(
            icon.map { UInt8($0 >> 24) }
                == PictureInPictureController.pictureInPictureButtonStartImage.coverage(side: 48))
    }

    @Test func anImageOverlayAndAButtonDrawTheirPresentImage() throws {
        var color: UInt32 = 0xFFFF_FFFF
        func image() -> OverlayImage {
            (try? OverlayImage(svgPath: "M0 0H8V8H0Z", in: Size(width: 8, height: 8), color: color))
                ?? OverlayImage(PictureInPictureController.pictureInPictureButtonStartImage)
        }
        let area: (Size) -> Rect = { _ in Rect(x: 0, y: 0, width: 8, height: 8) }
        let overlay = ContentOverlay.image(image(), frame: area)
        #expect(drawn(8, 8) { overlay.draw($0) }.allSatisfy { $0 == 0xFFFF_FFFF })
        color = 0xFF00_00FF
        #expect(drawn(8, 8) { overlay.draw($0) }.allSatisfy { $0 == 0xFF00_00FF })
        var clicks = 0
        let button = ContentOverlay.button(image(), frame: area) { clicks += 1 }
        let free = drawn(16, 16, scale: 2) { button.draw($0) }
        #expect(free[0] == 0xA000_0000 && free[8 * 16 + 8] == 0xFF00_00FF)
        #expect(button.onPointer?(.pressed(x: 1, y: 1)) == true)
        #expect(drawn(16, 16, scale: 2) { button.draw($0) }[0] == 0xC040_4040)
        _ = button.onPointer?(.released(x: 1, y: 1))
        #expect(clicks == 1)
    }

    // MARK: Bad input

    /// The error's sentence; nil without an error.
    private func fault(_ make: () throws(OverlayImageError) -> OverlayImage) -> String? {
        do throws(OverlayImageError) { _ = try make() } catch { return error.localizedDescription }
        return nil
    }

    @Test func whatIsNoPNGHasWords() {
        for bytes in [[], [0x89], Array("GIF89a".utf8), [UInt8](repeating: 0, count: 1000)] {
            #expect(fault { () throws(OverlayImageError) in try OverlayImage(png: bytes) } == "the image is no PNG")
        }
        let words = "the image has 40000×40000 pixels: at most 4096 per side and 8 million can be shown"
        #expect(fault { () throws(OverlayImageError) in try OverlayImage(png: Self.huge) } == words)
        for count in 25..<Self.colors.count - 12 {
            // Cut off anywhere, it is damaged, or its pixels are there.
            if let fault = fault({ () throws(OverlayImageError) in
                try OverlayImage(png: Array(Self.colors[..<count]))
            }) {
                #expect(fault == "the image is cut off or damaged")
            }
        }
        let cut = Array(Self.colors[..<50])
        #expect(
            fault { () throws(OverlayImageError) in try OverlayImage(png: cut) } == "the image is cut off or damaged")
        // Any byte may be another one; none traps.
        var generator = SeededGenerator(seed: 34)
        for _ in 0..<2000 {
            var bytes = Self.palette
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = fault { () throws(OverlayImageError) in try OverlayImage(png: bytes) }
        }
        let large = Self.colors + [UInt8](repeating: 0, count: 32 << 20)
        let tooLarge = fault { () throws(OverlayImageError) in try OverlayImage(png: large) }
        #expect(tooLarge == "the image is larger than 32 MiB")
    }

    @Test func aFileThatIsNoneHasWords() throws {
        let folder = try TemporaryFolder()
        func fault(_ path: String) -> String? {
            self.fault { () throws(OverlayImageError) in try OverlayImage(contentsOfFile: path) }
        }
        let path = folder.path + "/image.png"
        #expect(fault(path) == "\(path) can't be read: No such file or directory")
        #expect(fault(folder.path) == "\(folder.path) is no file")
        #expect(fault("") != nil && fault("/dev/zero") == "/dev/zero is no file")
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(fault(folder.path + "/pipe") == "\(folder.path)/pipe is no file")
        try Data("no image".utf8).write(to: URL(filePath: path))
        #expect(fault(path) == "\(path) is no PNG")
        try Data(Self.colors).write(to: URL(filePath: path))
        #expect(try OverlayImage(contentsOfFile: path) == OverlayImage(png: Self.colors))
        try #require(truncate(path, 33 << 20) == 0)
        #expect(fault(path) == "\(path) is larger than 32 MiB")
    }

    @Test func aPathThatIsNoneHasWords() {
        let box = Size(width: 24, height: 24)
        #expect(
            fault { () throws(OverlayImageError) in try OverlayImage(svgPath: "M0 0 hello", in: box) }
                == "the path lacks a number up to a million at byte 6")
        for size in [Size(width: 0, height: 24), Size(width: 24, height: -1), Size(width: .max, height: 1)] {
            #expect(fault { () throws(OverlayImageError) in try OverlayImage(svgPath: "M0 0", in: size) } != nil)
        }
    }
}
