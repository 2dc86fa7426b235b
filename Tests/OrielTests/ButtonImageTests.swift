import Oriel
import Testing

@MainActor @Suite struct ButtonImageTests {
    /// A screen with a small rectangle in its lower right corner.
    @Test func thePicturesAreFilledWhereTheirPathsAre() {
        let image = PictureInPictureController.pictureInPictureButtonStartImage
        let pixels = image.coverage(side: 48)
        #expect(pixels.count == 48 * 48)
        // Two pixels per unit: the frame's left side, the empty screen, the rectangle, the open corner, the outside.
        func at(_ x: Double, _ y: Double) -> UInt8 { pixels[Int(y * 2) * 48 + Int(x * 2)] }
        #expect(at(2, 10) == 255 && at(8, 8) == 0 && at(18, 16) == 255 && at(12, 19) == 0 && at(12, 22) == 0)
        let inked = pixels.reduce(0) { $0 + Int($1) } / 255
        #expect((500...800).contains(inked), "\(inked)")
        #expect(PictureInPictureController.pictureInPictureButtonStopImage != image)
        #expect(image.svgPath.hasPrefix("M") && image.svgPath.hasSuffix("Z"))
        #expect(!image.svgPath.contains("nan") && image.svgPath.allSatisfy { "MLCZ,. -0123456789".contains($0) })
    }

    @Test func sizesThatAreNoneAreBroughtToSome() {
        let image = PictureInPictureController.pictureInPictureButtonStopImage
        #expect(image.coverage(side: .min).count == 1 && image.coverage(side: 0).count == 1)
        #expect(image.coverage(side: 4097).count == 4096 * 4096)
    }
}
