/// A setting of the configuration file: its name, its description in `oriel.toml(5)`, and how its value is stored.
package struct ConfigurationSetting: Sendable {
    /// A table of the file; `keys` also has the names of actions.
    package enum Section: String, CaseIterable, Sendable { case keys, pip, controls, subtitles, session, video }

    package var section: Section
    package var name: String
    /// The values that are accepted, as in "must be true or false".
    package var values: String
    /// The value without a configuration.
    package var standard: String
    /// Its effect, in one sentence or two.
    package var meaning: String
    /// Stores a value; returns whether it is accepted.
    package var store: @Sendable (TOMLValue, inout Configuration) -> Bool

    func accepts(_ value: TOMLValue) -> Bool {
        var configuration = Configuration()
        return store(value, &configuration)
    }

    /// Returns the setting with this name; nil if there is none.
    static func named(_ name: String, in section: Section) -> ConfigurationSetting? {
        all.first { $0.section == section && $0.name == name }
    }
}

extension ConfigurationSetting {
    /// - Parameter read: returns nil for a value that isn't accepted.
    static func value<Value>(
        _ section: Section, _ name: String, _ values: String, _ standard: String, _ meaning: String,
        _ read: @escaping @Sendable (TOMLValue) -> Value?,
        _ store: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> ConfigurationSetting {
        ConfigurationSetting(section: section, name: name, values: values, standard: standard, meaning: meaning) {
            value, configuration in
            guard let value = read(value) else { return false }
            store(value, &configuration)
            return true
        }
    }

    /// A setting that is true or false.
    static func flag(
        _ section: Section, _ name: String, _ standard: Bool, _ meaning: String,
        _ store: @escaping @Sendable (Bool, inout Configuration) -> Void
    ) -> ConfigurationSetting {
        value(section, name, "true or false", "\(standard)", meaning, { $0.bool }, store)
    }

    /// A setting with a text.
    /// - Parameter convert: returns nil for a text that isn't accepted.
    static func text<Value>(
        _ section: Section, _ name: String, _ values: String, _ standard: String, _ meaning: String,
        _ convert: @escaping @Sendable (String) -> Value?,
        _ store: @escaping @Sendable (Value, inout Configuration) -> Void
    ) -> ConfigurationSetting {
        value(section, name, values, standard, meaning, { $0.string.flatMap(convert) }, store)
    }

    /// A setting with a number from a range, with or without a fraction.
    static func number(
        _ section: Section, _ name: String, _ values: String, _ range: ClosedRange<Double>, _ standard: String,
        _ meaning: String, _ store: @escaping @Sendable (Double, inout Configuration) -> Void
    ) -> ConfigurationSetting {
        value(
            section, name, values, standard, meaning, { $0.number.flatMap { range.contains($0) ? $0 : nil } }, store)
    }

    /// A setting with one of an enumeration's cases.
    static func choice<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
        _ section: Section, _ name: String, _ standard: String, _ meaning: String,
        _ store: @escaping @Sendable (Choice, inout Configuration) -> Void
    ) -> ConfigurationSetting {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return text(section, name, names, standard, meaning, { Choice(rawValue: $0) }, store)
    }
}
