import Oriel
import OrielGeometry
import Testing

@MainActor @Suite struct VideoCallContentTests {
    @Test func case103_aShapeBeyond239IsRefusedAndTheOldOneKept() {
        let content = VideoCallContent(preferredContentSize: Size(width: 1280, height: 720))
        for size in [
            Size(width: 240, height: 100), Size(width: 100, height: 240), Size(width: 0, height: 0),
            Size(width: -239, height: 100), Size(width: .max, height: 1), Size(width: .min, height: .min),
        ] {
            content.preferredContentSize = size
            #expect(content.preferredContentSize == Size(width: 1280, height: 720), "\(size)")
        }
        for size in [
            Size(width: 239, height: 100), Size(width: 100, height: 239), Size(width: 1920, height: 804),
            Size(width: 1, height: 1), Size(width: .max, height: .max),
        ] {
            content.preferredContentSize = size
            #expect(content.preferredContentSize == size)
        }
        #expect(
            VideoCallContent(preferredContentSize: Size(width: 5, height: 1)).preferredContentSize
                == Size(width: 1080, height: 1920))
    }

    // MARK: Layers

    private static let place = Sublayers.Place(
        rect: Rect(x: 60, y: 10, width: 20, height: 36), space: Size(width: 90, height: 160))

    /// A layer that fills the content, or a part of it.
    @Test(arguments: [nil, Rect(x: 10, y: 10, width: 20, height: 36)])
    func aLayerIsTakenOutOfTheContent(frame: Rect?) throws {
        let (content, view, layer) = (VideoCallContent(), Sublayers(), try SampleBufferDisplayLayer(name: "a"))
        var changes = 0
        content.onResize = { changes += 1 }
        content.addSublayer(layer, frame: frame)
        #expect(content.layers.count == 1)
        layer.removeFromSuperlayer()
        #expect(content.layers.isEmpty)
        content.addSublayer(layer, frame: frame)
        view.add(layer, at: Self.place)
        #expect(content.layers.isEmpty && view.entries.count == 1, "a layer lies in one place at a time")
        // A layer that fills the content is reported when it is added and removed.
        #expect(changes == (frame == nil ? 4 : 0))
        let other = try SampleBufferDisplayLayer(name: "b")
        content.addSublayer(layer)
        content.addSublayer(other)
        #expect(content.layers.map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
        content.addSublayer(other, frame: Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(content.layers.count == 1 && content.sublayers.background == nil)
    }

    /// Both lines of the documentation's code, or only the second; after a failed start, or an end.
    @Test(arguments: [false, true], [nil, Rect(x: 10, y: 10, width: 20, height: 36)])
    func case64_aLayerThatWasMovedGoesBack(removesFirst: Bool, frame: Rect?) throws {
        let (content, view, layer) = (VideoCallContent(), Sublayers(), try SampleBufferDisplayLayer(name: "a"))
        for _ in 0..<2 {
            view.add(layer, at: Self.place)
            content.begin()
            if removesFirst { layer.removeFromSuperlayer() }
            content.addSublayer(layer, frame: frame)
            #expect(content.layers.count == 1 && view.entries.isEmpty)
            content.returnLayers()
            #expect(content.layers.isEmpty && view.entries.map(\.place) == [Self.place])
        }
    }

    @Test func aLayerThatTheAppPutElsewhereStaysThere() throws {
        let (content, view, layer) = (VideoCallContent(), Sublayers(), try SampleBufferDisplayLayer(name: "a"))
        let other = Sublayers()
        view.add(layer, at: Self.place)
        content.begin()
        content.addSublayer(layer)
        other.add(layer, at: Self.place)
        content.returnLayers()
        #expect(view.entries.isEmpty && other.entries.count == 1)
        // A layer removed long before isn't moved back there.
        other.remove(layer)
        content.begin()
        content.addSublayer(layer)
        content.returnLayers()
        #expect(view.entries.isEmpty && other.entries.isEmpty && content.layers.count == 1)
    }
}
