/// Rules that decide whether a stream is decoded in hardware. Value code: it only knows names.
package enum HardwareRules {
    /// Codecs whose packets tell where decoding can begin, without which software couldn't go on after a failure.
    package static let codecs: Set<String> = ["h264", "hevc", "vp8", "vp9", "av1", "mjpeg"]

    /// The reason why a stream is decoded in software; nil if hardware is to be tried. No driver of a graphics card was
    /// ever seen, so `auto` is software everywhere.
    /// - Parameters:
    ///   - codec: the codec's name in libavcodec, such as `vp9`.
    ///   - isStillImage: whether the stream is an image file.
    package static func refusal(
        _ wish: HardwareDecoding, codec: String, node: RenderNode?, isStillImage: Bool = false
    ) -> String? {
        if wish == .no { return "it is turned off" }
        if isStillImage { return "it is a still image" }
        guard codecs.contains(codec) else { return "\(codec) is only decoded in software" }
        guard let node else { return "there is no graphics device (/dev/dri/renderD*)" }
        guard wish == .auto else { return nil }
        return "\(codec) was not tried with the driver \(node.driver ?? "unknown"); --hwdec vaapi tries it"
    }
}
