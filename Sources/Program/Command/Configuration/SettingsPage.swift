import OrielPlatform
package import OrielPlay

/// The settings that a person changes on a page, and how they are shown.
package enum SettingsPage {
    private enum Look: Sendable {
        case toggle
        /// Values and their labels.
        case choice(KeyValuePairs<String, String>)
        /// `usual` is the value without one in the file.
        case slider(ClosedRange<Double>, step: Double, usual: Double)
    }

    private static let rows: [(key: String, label: String, look: Look)] = [
        (
            "pip.corner", "Corner",
            .choice([
                "top-left": "Top left", "top-right": "Top right", "bottom-left": "Bottom left",
                "bottom-right": "Bottom right",
            ])
        ),
        (
            "pip.size", "Size",
            .choice(["320x180": "Small", "480x270": "Medium", "640x360": "Large", "960x540": "Very large"])
        ),
        ("pip.opacity", "Opacity", .slider(0.2...1, step: 0.05, usual: 1)),
        ("pip.sound", "Sound beside a window", .choice(["focus": "Silent", "duck": "Softer", "keep": "As loud"])),
        ("pip.automatic", "Float when the window is hidden", .toggle),
        ("pip.animation", "Animation", .toggle),
        ("subtitles.scale", "Subtitle size", .slider(0.5...3, step: 0.1, usual: 1)),
        ("subtitles.position", "Subtitle position", .slider(0...100, step: 5, usual: 100)),
        ("video.hwdec", "Hardware decoding", .choice(["auto": "Automatic", "no": "Off", "vaapi": "On"])),
        ("session.recent", "Keep a list of recent media", .toggle),
    ]

    /// The page's settings with their values in a document.
    package static func settings(in document: [TOMLValue.Member]) -> [PlaySetting] {
        rows.compactMap { key, label, look in
            guard let name = try? ConfigurationName(parsing: key) else { return nil }
            let text = name.text(in: document)
            let kind: PlaySetting.Kind =
                switch look {
                case .toggle: .toggle(text == "true")
                case .slider(let range, let step, let usual): .slider(Double(text) ?? usual, range: range, step: step)
                case .choice(let choices):
                    .choice(
                        values: choices.map(\.key), labels: choices.map(\.value),
                        selected: choices.map(\.key).firstIndex(of: text))
                }
            return PlaySetting(key: key, label: label, kind: kind)
        }
    }

    /// The change of the file that a value of the page means.
    /// - Throws: `Refusal` if there is no such setting, or if it doesn't accept the value.
    package static func edit(
        _ key: String, _ value: String
    ) throws(ConfigurationEdit.Refusal) -> ConfigurationEdit {
        // A slider's sums of steps have more digits than a person wants to read.
        let number = Double(value).map { "\(($0 * 1000).rounded() / 1000)" }
        return try ConfigurationName(parsing: key).edit([number ?? value])
    }

    /// The page's settings of the user's file.
    static let ofUser = PlaySettings(
        read: { done in
            onThread(
                { () throws(ConfigurationEdit.Refusal) in settings(in: try ConfigurationFile.document()) },
                { done($0 ?? [], $1) })
        },
        write: { key, value, done in
            onThread(
                { () throws(ConfigurationEdit.Refusal) in try ConfigurationFile.change(try edit(key, value)) },
                { done($1) })
        })

    /// The thread of the last call.
    @MainActor private static var last: NamedThread?

    /// Works on another thread, since the file system may not answer, after the calls before. Passes the result or the
    /// reason on.
    @MainActor
    private static func onThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws(ConfigurationEdit.Refusal) -> Value,
        _ done: @escaping @MainActor @Sendable (Value?, String?) -> Void
    ) {
        let former = last
        last = try? NamedThread("oriel-settings") {
            former?.join()
            let result = Result(catching: work)
            Task { @MainActor in
                switch result {
                case .success(let value): done(value, nil)
                case .failure(let refusal): done(nil, refusal.description)
                }
            }
        }
        if last == nil { done(nil, "the system refuses a thread") }
    }
}
