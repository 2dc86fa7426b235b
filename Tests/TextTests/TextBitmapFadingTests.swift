import OrielGeometry
import OrielText
import Testing

@Suite struct TextBitmapFadingTests {
    /// All four components get the opacity.
    @Test(arguments: [(1.0, 0x80FF_4020), (0.5, 0x407F_2010), (0.25, 0x203F_1008), (0, 0)] as [(Double, UInt32)])
    func anOpacityMultipliesAllComponents(opacity: Double, pixel: UInt32) {
        let bitmap = TextBitmap(Rect(x: 3, y: 4, width: 2, height: 1), pixels: [0x80FF_4020, 0])
        let faded = bitmap.faded(to: opacity)
        #expect(faded.area == bitmap.area && faded.pixels == [pixel, 0])
    }
}
