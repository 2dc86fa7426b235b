/// Rules that decide whether a stream is decoded in hardware. Value code: it only knows names.
package struct HardwareRules: Hashable, Sendable {
    /// Facts about a stream and the machine.
    package struct Facts: Hashable, Sendable {
        /// The codec's name in libavcodec, such as `vp9`.
        package var codec: String
        package var node: RenderNode?
        /// Whether the stream is an image file.
        package var isStillImage: Bool

        package init(codec: String, node: RenderNode?, isStillImage: Bool = false) {
            self.codec = codec
            self.node = node
            self.isStillImage = isStillImage
        }
    }

    /// Codecs that were seen to be decoded correctly, by the name of the kernel's driver.
    private let seen: [String: Set<String>]

    /// Codecs whose packets tell where decoding can begin, without which software couldn't go on after a failure.
    package static let codecs: Set<String> = ["h264", "hevc", "vp8", "vp9", "av1", "mjpeg"]

    /// The rules of this version. No driver of a graphics card was ever seen, so `auto` is software everywhere.
    package static let known = HardwareRules(seen: [:])

    package init(seen: [String: Set<String>]) { self.seen = seen }

    /// Whether `auto` is software everywhere.
    package var isEmpty: Bool { seen.isEmpty }

    /// Whether any codec was seen to be decoded by a device's driver.
    package func knows(_ node: RenderNode) -> Bool { node.driver.flatMap { seen[$0] }?.isEmpty == false }

    /// The reason why a stream is decoded in software; nil if hardware is to be tried.
    package func refusal(_ wish: HardwareDecoding, _ facts: Facts) -> String? {
        if wish == .no { return "it is turned off" }
        if facts.isStillImage { return "it is a still image" }
        guard Self.codecs.contains(facts.codec) else { return "\(facts.codec) is only decoded in software" }
        guard let node = facts.node else { return "there is no graphics device (/dev/dri/renderD*)" }
        guard wish == .auto else { return nil }
        let driver = node.driver ?? "unknown"
        guard seen[driver]?.contains(facts.codec) == true else {
            return "\(facts.codec) was not tried with the driver \(driver); --hwdec vaapi tries it"
        }
        return nil
    }
}
