package import OrielDecode

/// Settings of a source of frames that may change while it plays.
package struct SourceSettings: Hashable, Sendable {
    /// Whether frames flagged as interlaced are split into fields. A change applies to frames decoded from now on.
    package var deinterlaces = true
    /// Wish for hardware decoding. A change to hardware takes effect at the next keyframe, one to software at the next
    /// packet; no frame is lost.
    package var hardware = HardwareWish()
    /// Whether frames are kept while none are taken. If false, they do not hold up audio: once enough video packets
    /// wait, these and the following ones are dropped.
    package var wantsFrames = true

    /// Settings of a source that doesn't decode.
    package static let ofMadeFrames: Self = {
        var settings = Self()
        settings.deinterlaces = false
        return settings
    }()

    package init() {}
}
