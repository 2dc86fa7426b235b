import CPipeWire
package import OrielPlayer

/// A camera of PipeWire, as it describes itself. Pure.
package struct PipeWireCamera: Hashable, Sendable {
    /// A size and pixel layout that a camera offers.
    package struct Form: Hashable, Sendable {
        /// nil for a layout that can't be shown.
        package var format: SampleBuffer.Format?
        /// Whether it stands for compressed pictures (JPEG), whose `format` is nil.
        package var isCompressed = false
        package var width, height: Int
        /// Greatest number of frames a second; nil if the camera doesn't tell.
        package var rate: Double?

        package init(
            _ format: SampleBuffer.Format?, isCompressed: Bool = false, width: Int, height: Int, rate: Double? = nil
        ) {
            (self.format, self.width, self.height, self.rate) = (format, width, height, rate)
            self.isCompressed = isCompressed
        }

        /// Whether frames of this form can be shown.
        package var isShown: Bool { format != nil || isCompressed }
    }

    /// Number in PipeWire; another one once the camera is plugged in again.
    package var node: UInt32
    /// Name in PipeWire, the same for the same camera in the same place.
    package var name: String
    /// Name for people.
    package var description: String
    /// The session manager's rank: the camera with the greatest is the usual one.
    package var rank = 0
    /// Whether the camera's device fails; another program may have opened it.
    package var hasFailed = false
    package var forms: [Form] = []

    package init(node: UInt32, name: String, description: String) {
        (self.node, self.name, self.description) = (node, name, description)
    }

    /// Returns the form that comes closest to a size: with enough frames a second if any has, then the smallest that
    /// covers the size, else the largest. nil if no form can be shown.
    package func form(for width: Int, _ height: Int, rate: Double) -> Form? {
        let sides = 1...PipeWireFrame.longestSide
        let shown = forms.filter { $0.isShown && sides.contains($0.width) && sides.contains($0.height) }
        func isBefore(_ one: Form, _ other: Form) -> Bool {
            let isOneFast = (one.rate ?? rate) >= min(rate, Self.enoughFrames)
            let isOtherFast = (other.rate ?? rate) >= min(rate, Self.enoughFrames)
            guard isOneFast == isOtherFast else { return isOneFast }
            let coversOne = one.width >= width && one.height >= height
            let coversOther = other.width >= width && other.height >= height
            guard coversOne == coversOther else { return coversOne }
            let (areaOne, areaOther) = (one.width * one.height, other.width * other.height)
            guard areaOne == areaOther else { return (areaOne < areaOther) == coversOne }
            // Decoding costs processor time and quality.
            return !one.isCompressed && other.isCompressed
        }
        var best: Form?
        for form in shown where best.map({ isBefore(form, $0) }) ?? true { best = form }
        return best
    }

    /// Frames a second below which a smaller picture is better.
    private static let enoughFrames = 24.0
}

extension PipeWireCamera {
    init(_ raw: oriel_pipewire_camera) {
        self.init(
            node: raw.node, name: String(cString: raw.name), description: String(cString: raw.description))
        rank = Int(raw.rank)
        hasFailed = raw.has_failed
        forms = UnsafeBufferPointer(start: raw.forms, count: Int(raw.form_count)).map { form in
            let rate = form.rate_divisor > 0 ? Double(form.rate) / Double(form.rate_divisor) : nil
            return Form(
                SampleBuffer.Format(layout: form.layout), isCompressed: Int(form.layout) == ORIEL_PIPEWIRE_JPEG,
                width: Int(form.width), height: Int(form.height), rate: rate)
        }
    }
}
