/// Report of a medium's hardware decoding.
package struct HardwareStatus: Hashable, Sendable {
    /// Whether packets are decoded in hardware now.
    package var isUsed = false
    /// The reason for software; nil if hardware is used or wasn't asked for.
    package var reason: String?

    package init(isUsed: Bool = false, reason: String? = nil) {
        self.isUsed = isUsed
        self.reason = reason
    }

    /// The present way by its name: `vaapi` or `none`.
    package var name: String { isUsed ? "vaapi" : "none" }
}
