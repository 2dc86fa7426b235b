/// Writes the compositor side of a protocol: per interface a final class under `Resource`, with events as methods and
/// requests as an enum. It uses the client side's tables and enumerations, which must be visible (`--import`).
package struct ServerWriter {
    /// Interfaces that libwayland-server handles itself.
    private static let builtIn: Set<String> = ["wl_display", "wl_registry"]

    private let options: WriterOptions
    private var access: String { options.access.rawValue }

    package init(options: WriterOptions) { self.options = options }

    /// Returns the Swift file for `description`.
    package func write(_ description: ProtocolDescription) -> String {
        var out = SourceWriter()
        options.writeHead(of: description, to: &out)
        for interface in description.interfaces where !Self.builtIn.contains(interface.name) {
            write(interface, to: &out)
        }
        return out.text
    }

    private func write(_ interface: ProtocolDescription.Interface, to out: inout SourceWriter) {
        let client = SwiftNames.type(interface.name)
        out.line()
        out.document(interface.summary, "\(interface.name)` version `\(interface.version)")
        out.block("\(access) final class \(client)Resource: Resource") { out in
            out.line("override \(access) class var interface: ProtocolInterface { \(client).interface }")
            for (opcode, event) in interface.events.enumerated() {
                write(event, opcode: opcode, of: interface, to: &out)
            }
            if !interface.requests.isEmpty { writeRequests(interface, to: &out) }
        }
    }

    private func type(
        of argument: ProtocolDescription.Argument, in interface: ProtocolDescription.Interface
    ) -> String {
        argument.typeName(enumeration(of: argument, in: interface), suffix: "Resource", any: "Resource")
    }

    private func enumeration(
        of argument: ProtocolDescription.Argument, in interface: ProtocolDescription.Interface
    ) -> String? {
        argument.enumeration.map { SwiftNames.enumeration($0.contains(".") ? $0 : "\(interface.name).\($0)") }
    }

    // MARK: Events

    private func write(
        _ event: ProtocolDescription.Message, opcode: Int, of interface: ProtocolDescription.Interface,
        to out: inout SourceWriter
    ) {
        let plain = SwiftNames.plainMember(event.name)
        let name = "send" + plain.prefix(1).uppercased() + plain.dropFirst()
        let new = event.arguments.first { $0.type == .newID }
        let parameters = event.arguments.filter { $0.type != .newID }.map {
            "\(SwiftNames.label($0.name)): \(type(of: $0, in: interface))"
        }
        let result = new.map { " -> \(type(of: $0, in: interface))" } ?? ""
        out.line()
        out.document(event.summary, "\(interface.name).\(event.name)")
        if event.since > 1 { out.line("/// Not sent if the client bound a version older than \(event.since).") }
        out.block("\(access) func \(name)(\(parameters.joined(separator: ", ")))\(result)") { out in
            var call = new.map { "create(\(type(of: $0, in: interface)).self, " } ?? "send("
            call += "\(opcode)"
            if event.since > 1 { call += ", since: \(event.since)" }
            for argument in event.arguments { call += ", " + argument.value(object: ".object", new: ".newObject") }
            out.line(call + ")")
        }
    }

    // MARK: Requests

    private func writeRequests(_ interface: ProtocolDescription.Interface, to out: inout SourceWriter) {
        out.line()
        out.line("/// Requests from the client.")
        out.block("\(access) enum Request") { out in
            for request in interface.requests {
                out.document(request.summary, "\(interface.name).\(request.name)")
                if request.arguments.contains(where: { $0.type == .fd }) {
                    out.line("/// The handler owns the descriptor and must close it.")
                }
                let values = request.arguments.map { argument in
                    "\(SwiftNames.label(argument.name)): \(type(of: argument, in: interface))"
                        + (argument.type == .object && !argument.allowsNull ? "?" : "")
                }
                let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                out.line("case \(SwiftNames.member(request.name))\(list)")
            }
        }
        out.line()
        out.line("/// Receives each request, on the display's thread. Released when the object ends.")
        out.line("\(access) var onRequest: ((Request) -> Void)?")
        out.line("override \(access) func forgetHandler() { onRequest = nil }")
        out.line()
        out.block("override \(access) func receive(_ opcode: UInt32, _ arguments: RequestArguments)") { out in
            out.line("switch opcode {")
            for (opcode, request) in interface.requests.enumerated() {
                let values = request.arguments.enumerated().map { index, argument in
                    let value = argument.reading(index, enumeration(of: argument, in: interface))
                    return "\(SwiftNames.label(argument.name)): \(value)"
                }
                let list = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                // Decoded even without a handler, so that a new object always gets its resource.
                out.line("case \(opcode):")
                out.line("    let request = Request.\(SwiftNames.member(request.name))\(list)")
                out.line("    onRequest?(request)")
            }
            out.line("default: break")
            out.line("}")
        }
    }
}
