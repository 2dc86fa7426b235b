import OrielPlatform
package import OrielPlay
import OrielTexts

/// The settings that a person changes on a page, in the user's file.
@MainActor
package final class SettingsPage: PlaySettings {
    /// The rows of the page, with a slider's usual value.
    private nonisolated static let rows = [
        PlaySetting(
            key: "pip.corner", label: localized("Corner"),
            kind: .choice(
                values: ["top-left", "top-right", "bottom-left", "bottom-right"],
                labels: [
                    localized("Top left"), localized("Top right"), localized("Bottom left"), localized("Bottom right"),
                ], selected: nil)),
        PlaySetting(
            key: "pip.size", label: localized("Size"),
            kind: .choice(
                values: ["320x180", "480x270", "640x360", "960x540"],
                labels: [localized("Small"), localized("Medium"), localized("Large"), localized("Very large")],
                selected: nil)),
        PlaySetting(key: "pip.opacity", label: localized("Opacity"), kind: .slider(1, range: 0.2...1, step: 0.05)),
        PlaySetting(
            key: "pip.hover", label: localized("Under the pointer"),
            kind: .choice(
                values: ["controls", "peek"], labels: [localized("Controls"), localized("Fades")], selected: nil)),
        PlaySetting(
            key: "pip.sound", label: localized("Sound beside a window"),
            kind: .choice(
                values: ["focus", "duck", "keep"],
                labels: [localized("Silent"), localized("Softer"), localized("As loud")], selected: nil)),
        PlaySetting(key: "pip.automatic", label: localized("Float when the window is hidden"), kind: .toggle(false)),
        PlaySetting(key: "pip.animation", label: localized("Animation"), kind: .toggle(true)),
        PlaySetting(
            key: "subtitles.scale", label: localized("Subtitle size"), kind: .slider(1, range: 0.5...3, step: 0.1)),
        PlaySetting(
            key: "subtitles.position", label: localized("Subtitle place"), kind: .slider(100, range: 0...100, step: 5)),
        PlaySetting(key: "subtitles.speak", label: localized("Screen reader says subtitles"), kind: .toggle(false)),
        PlaySetting(
            key: "video.hwdec", label: localized("Hardware decoding"),
            kind: .choice(
                values: ["auto", "no", "vaapi"], labels: [localized("Automatic"), localized("Off"), localized("On")],
                selected: nil)),
        PlaySetting(key: "session.recent", label: localized("Keep a list of recent media"), kind: .toggle(true)),
    ]

    /// The thread of the last call.
    private var last: NamedThread?

    nonisolated init() {}

    /// The page's settings with their values in a document.
    package nonisolated static func settings(in document: [TOMLValue.Member]) -> [PlaySetting] {
        rows.map { row in
            guard let name = try? ConfigurationName(parsing: row.key) else { return row }
            let text = name.text(in: document)
            var row = row
            switch row.kind {
            case .toggle: row.kind = .toggle(text == "true")
            case .slider(let usual, let range, let step):
                row.kind = .slider(Double(text) ?? usual, range: range, step: step)
            case .choice(let values, let labels, _):
                // A value from the user's own hand is a further choice.
                let own = values.contains(text) || text == name.text(in: []) ? [] : [text]
                row.kind = .choice(
                    values: values + own, labels: labels + own, selected: (values + own).firstIndex(of: text))
            }
            return row
        }
    }

    /// The change of the file that a value of the page means.
    /// - Throws: `Refusal` if there is no such setting, or if it doesn't accept the value.
    package nonisolated static func edit(
        _ key: String, _ value: String
    ) throws(ConfigurationEdit.Refusal) -> ConfigurationEdit {
        // A slider's sums of steps have more digits than a person wants to read.
        let number = Double(value).map { "\(($0 * 1000).rounded() / 1000)" }
        return try ConfigurationName(parsing: key).edit([number ?? value])
    }

    package func read(done: @escaping @MainActor @Sendable ([PlaySetting], String?) -> Void) {
        work({ () throws(ConfigurationEdit.Refusal) in Self.settings(in: try ConfigurationFile.document()) }) {
            done($0 ?? [], $1)
        }
    }

    package func write(_ value: String, for key: String, done: @escaping @MainActor @Sendable (String?) -> Void) {
        work({ () throws(ConfigurationEdit.Refusal) in try ConfigurationFile.change(try Self.edit(key, value)) }) {
            done($1)
        }
    }

    /// Works on another thread, since the file system may not answer. Passes the result or the reason on.
    private func work<Value: Sendable>(
        _ body: @escaping @Sendable () throws(ConfigurationEdit.Refusal) -> Value,
        _ done: @escaping @MainActor @Sendable (Value?, String?) -> Void
    ) {
        last = try? NamedThread("oriel-settings") { [last] in
            last?.join()
            let (value, problem): (Value?, String?)
            do throws(ConfigurationEdit.Refusal) { (value, problem) = (try body(), nil) } catch {
                (value, problem) = (nil, error.description)
            }
            Task { @MainActor in done(value, problem) }
        }
        if last == nil { done(nil, localized("the system refuses a thread")) }
    }
}
