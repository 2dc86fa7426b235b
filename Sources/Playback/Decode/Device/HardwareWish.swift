/// A wish for hardware decoding. Renewed, it has hardware tried again that has failed.
package struct HardwareWish: Hashable, Sendable {
    package private(set) var decoding: HardwareDecoding
    private var renewals = 0

    package init(_ decoding: HardwareDecoding = .no) { self.decoding = decoding }

    package mutating func renew(_ decoding: HardwareDecoding) {
        self.decoding = decoding
        renewals += 1
    }
}
