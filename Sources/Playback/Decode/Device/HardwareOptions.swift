/// Options of hardware decoding.
package struct HardwareOptions: Hashable, Sendable {
    /// Path of the device's file; nil for the machine's first render node.
    package var node: String?
    /// Bytes of packets that are kept for the case that hardware fails.
    package var keptBytes = 64 << 20
    /// Longest wait for a call of the driver. After it the driver is left.
    package var patience = Duration.seconds(1)
    /// Facts about the display that shows the frames, which may come and change later.
    package let display = DisplayFacts()

    package init(node: String? = nil) { self.node = node }
}
