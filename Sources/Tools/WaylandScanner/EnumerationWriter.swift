/// Writes an enumeration: an enum with an `unknown` case, or an option set for a bitfield.
struct EnumerationWriter {
    let access: String

    func write(_ enumeration: ProtocolDescription.Enumeration, of interface: String, to out: inout SourceWriter) {
        out.line()
        out.document(enumeration.summary, "\(interface).\(enumeration.name)")
        if enumeration.isBitfield {
            writeOptions(enumeration, to: &out)
        } else {
            writeCases(enumeration, to: &out)
        }
    }

    private func writeOptions(_ enumeration: ProtocolDescription.Enumeration, to out: inout SourceWriter) {
        let name = SwiftNames.nestedType(enumeration.name)
        out.block("\(access) struct \(name): OptionSet, Hashable, Sendable") { out in
            out.line("\(access) let rawValue: UInt32")
            out.line("\(access) init(rawValue: UInt32) { self.rawValue = rawValue }")
            for entry in enumeration.entries {
                out.document(entry.summary, entry.name)
                // A zero would look like an option; it is the empty set.
                let value = entry.value == 0 ? "[]" : "\(name)(rawValue: \(entry.value))"
                out.line("\(access) static let \(SwiftNames.member(entry.name)): \(name) = \(value)")
            }
        }
    }

    private func writeCases(_ enumeration: ProtocolDescription.Enumeration, to out: inout SourceWriter) {
        var firstNames: [UInt32: String] = [:]
        var cases: [(name: String, entry: ProtocolDescription.Entry)] = []
        var aliases: [(name: String, entry: ProtocolDescription.Entry)] = []
        for entry in enumeration.entries {
            // A protocol's own "unknown" would collide with the case for future values.
            let name = entry.name == "unknown" ? "unknownValue" : SwiftNames.member(entry.name)
            if firstNames[entry.value] == nil {
                firstNames[entry.value] = name
                cases.append((name, entry))
            } else {
                aliases.append((name, entry))
            }
        }
        out.block("\(access) enum \(SwiftNames.nestedType(enumeration.name)): RawRepresentable, Hashable, Sendable") {
            out in
            for (name, entry) in cases {
                out.document(entry.summary, entry.name)
                out.line("case \(name)")
            }
            out.line("/// A value unknown to this program.")
            out.line("case unknown(UInt32)")
            for (name, entry) in aliases {
                out.document(entry.summary, entry.name)
                out.line("\(access) static var \(name): Self { .\(firstNames[entry.value] ?? name) }")
            }
            out.line()
            out.block("\(access) init(rawValue: UInt32)") { out in
                guard !cases.isEmpty else { return out.line("self = .unknown(rawValue)") }
                out.line("switch rawValue {")
                for (name, entry) in cases { out.line("case \(entry.value): self = .\(name)") }
                out.line("default: self = .unknown(rawValue)")
                out.line("}")
            }
            out.line()
            out.block("\(access) var rawValue: UInt32") { out in
                out.line("switch self {")
                for (name, entry) in cases { out.line("case .\(name): \(entry.value)") }
                out.line("case .unknown(let value): value")
                out.line("}")
            }
        }
    }
}
