/// Writes the client side of a protocol: per interface a final class under `Proxy`, with requests as methods and events
/// as an enum with associated values. All C calls are in OrielWaylandProtocols.
package struct ClientWriter {
    private let options: WriterOptions
    private var access: String { options.access.rawValue }

    package init(options: WriterOptions) { self.options = options }

    /// Returns the Swift file for `description`.
    package func write(_ description: ProtocolDescription) -> String {
        var out = SourceWriter()
        options.writeHead(of: description, to: &out)
        for interface in description.interfaces { write(interface, to: &out) }
        return out.text
    }

    private func write(_ interface: ProtocolDescription.Interface, to out: inout SourceWriter) {
        let hasEvents = !interface.events.isEmpty
        out.line()
        out.document(interface.summary, "\(interface.name)` version `\(interface.version)")
        out.block("\(access) final class \(SwiftNames.type(interface.name)): Proxy") { out in
            writeTable(interface, to: &out)
            for request in interface.requests { write(request, of: interface, to: &out) }
            if hasEvents { writeEvents(interface, to: &out) }
            for enumeration in interface.enumerations {
                EnumerationWriter(access: access).write(enumeration, of: interface.name, to: &out)
            }
        }
    }

    // MARK: Table

    private func writeTable(_ interface: ProtocolDescription.Interface, to out: inout SourceWriter) {
        out.line("private static let table = ProtocolInterface(")
        out.line("    name: \"\(interface.name)\", version: \(interface.version),")
        for (label, messages) in [("requests", interface.requests), ("events", interface.events)] {
            let end = label == "requests" ? "," : ")"
            guard !messages.isEmpty else {
                out.line("    \(label): []\(end)")
                continue
            }
            out.line("    \(label): [")
            for message in messages { out.line("        \(entry(message)),") }
            out.line("    ]\(end)")
        }
        out.line("override \(access) class var interface: ProtocolInterface { table }")
    }

    private func entry(_ message: ProtocolDescription.Message) -> String {
        var text = "ProtocolMessage(\"\(message.name)\", \"\(message.signature)\""
        let interfaces = message.wireInterfaces
        if interfaces.contains(where: { $0 != nil }) {
            let types = interfaces.map { $0.map { SwiftNames.type($0) + ".self" } ?? "nil" }
            text += ", [\(types.joined(separator: ", "))]"
        }
        if message.isDestructor { text += ", destroys: true" }
        return text + ")"
    }

    // MARK: Requests

    private func write(
        _ request: ProtocolDescription.Message, of interface: ProtocolDescription.Interface,
        to out: inout SourceWriter
    ) {
        let opcode = interface.requests.firstIndex { $0.name == request.name } ?? 0
        let name = SwiftNames.member(request.name)
        if request.since > 1 {
            let plain = SwiftNames.plainMember(request.name)
            let capital = plain.prefix(1).uppercased() + plain.dropFirst()
            out.line()
            out.line("/// The version that added ``\(plain)``.")
            out.line("\(access) static let \(plain)Since: UInt32 = \(request.since)")
            out.line("/// True if the object's version has ``\(plain)``.")
            out.line("\(access) var supports\(capital): Bool { version >= \(request.since) }")
        }
        out.line()
        out.document(request.summary, "\(interface.name).\(request.name)")
        if request.since > 1 { out.line("/// - Precondition: the object has version \(request.since) or newer.") }
        if request.isDestructor {
            out.line("/// Ends this object: later requests do nothing, and no more events arrive.")
        }
        for argument in request.arguments where argument.type == .fd {
            out.line("/// - Parameter \(SwiftNames.plainMember(argument.name)): the caller keeps it; it is duplicated.")
        }
        let new = request.arguments.first { $0.type == .newID }
        var parameters: [String] = []
        var generic = ""
        var result = ""
        if let new {
            if let made = new.interface {
                result = " -> \(SwiftNames.type(made))"
            } else {
                generic = "<T: Proxy>"
                parameters.append("_ type: T.Type")
                result = " -> T"
            }
        }
        for argument in request.arguments where argument.type != .newID {
            parameters.append("\(SwiftNames.label(argument.name)): \(type(of: argument))")
        }
        if new != nil && new?.interface == nil { parameters.append("version: UInt32") }
        if new != nil { out.line("@discardableResult") }
        out.block("\(access) func \(name)\(generic)(\(parameters.joined(separator: ", ")))\(result)") { out in
            let made = new.map { $0.interface.map { SwiftNames.type($0) + ".self" } ?? "type, version: version" }
            var call = made.map { "create(\($0), " } ?? "send("
            call += "\(opcode)"
            if request.since > 1 { call += ", since: \(request.since)" }
            if request.isDestructor { call += ", destroying: true" }
            for argument in request.arguments { call += ", " + value(of: argument) }
            out.line(call + ")")
        }
    }

    private func type(of argument: ProtocolDescription.Argument) -> String {
        argument.typeName(argument.enumeration.map(SwiftNames.enumeration), any: "Proxy")
    }

    private func value(of argument: ProtocolDescription.Argument) -> String {
        argument.value(
            object: argument.allowsNull ? ".optionalObject" : ".object",
            new: argument.interface == nil ? ".newObjectOfAnyInterface" : ".newObject")
    }

    // MARK: Events

    private func writeEvents(_ interface: ProtocolDescription.Interface, to out: inout SourceWriter) {
        out.line()
        out.line("/// Events from the compositor.")
        out.block("\(access) enum Event") { out in
            for event in interface.events {
                out.document(event.summary, "\(interface.name).\(event.name)")
                if event.arguments.contains(where: { $0.type == .fd }) {
                    out.line("/// The handler owns the descriptor and must close it.")
                }
                let values = event.arguments.map { argument in
                    // libwayland passes null for an object that this client has destroyed meanwhile.
                    let null = argument.type == .object && !argument.allowsNull ? "?" : ""
                    return "\(SwiftNames.label(argument.name)): \(type(of: argument))\(null)"
                }
                let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                out.line("case \(SwiftNames.member(event.name))\(list)")
            }
        }
        out.line()
        out.line("/// Receives each event, on the connection's thread. Released when the object ends.")
        out.line("\(access) var onEvent: ((Event) -> Void)?")
        out.line("override \(access) var hasHandler: Bool { onEvent != nil }")
        out.line("override \(access) func forgetHandler() { onEvent = nil }")
        out.line()
        out.block("override \(access) func receive(_ opcode: UInt32, _ arguments: EventArguments)") { out in
            out.line("switch opcode {")
            for (opcode, event) in interface.events.enumerated() {
                let values = event.arguments.enumerated().map { index, argument in
                    "\(SwiftNames.label(argument.name)): \(argument.reading(index, argument.enumeration.map(SwiftNames.enumeration)))"
                }
                let name = SwiftNames.member(event.name)
                let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                let call = "case \(opcode): onEvent?(.\(name)\(list))"
                guard call.count > 100 else {
                    out.line(call)
                    continue
                }
                out.line("case \(opcode):")
                out.line("    onEvent?(")
                out.line("        .\(name)(")
                for (index, value) in values.enumerated() {
                    out.line("            \(value)\(index == values.count - 1 ? "))" : ",")")
                }
            }
            out.line("default: break")
            out.line("}")
        }
    }
}
