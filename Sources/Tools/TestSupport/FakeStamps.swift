@_exported public import OrielCompositors
package import OrielStamps

// Tests of compositors import this module alone: it also gives them the compositors that the product OrielTesting has.

extension FakeCompositor {
    /// Starts a compositor that reads stamps from the buffers of its clients.
    package convenience init(_ offer: FakeOffer = FakeOffer(), rules: FakeRules = FakeRules()) throws {
        try self.init(offer, rules: rules) { size, stride, pixels in
            StampReader.locate(size: size, stride: stride, pixels: pixels).map {
                FakeMark(
                    stream: $0.stream.rawValue, index: $0.index, picture: $0.picture, quarters: $0.quarters,
                    isTorn: $0.isTorn)
            }
        }
    }
}

extension FakeSurface {
    /// Stamped frames of the last buffer, if it is in shared memory.
    package var stamps: [StampReading] {
        marks.compactMap { mark in
            StampColor(rawValue: mark.stream).map {
                StampReading(
                    stream: $0, index: mark.index, picture: mark.picture, quarters: mark.quarters, isTorn: mark.isTorn)
            }
        }
    }

    /// Index of the visible stamped frame; nil if there is none.
    package var index: Int? { stamps.map(\.index).max() }
    package var stream: StampColor? { stamps.first?.stream }
}
