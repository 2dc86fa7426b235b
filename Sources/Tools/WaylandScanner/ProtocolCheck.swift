/// Checks a whole protocol: duplicate names, missing enumerations, and messages that can't be expressed.
struct ProtocolCheck {
    let file: String

    func check(_ description: ProtocolDescription) throws(ScannerError) {
        guard !description.interfaces.isEmpty else { throw fault(1, "protocol \"\(description.name)\" is empty") }
        var seen: Set<String> = []
        for interface in description.interfaces {
            guard seen.insert(interface.name).inserted else {
                throw fault(interface.line, "interface \"\(interface.name)\" is there twice")
            }
            try check(interface, in: description)
        }
    }

    private func check(
        _ interface: ProtocolDescription.Interface, in description: ProtocolDescription
    ) throws(ScannerError) {
        for messages in [interface.requests, interface.events] {
            var names: Set<String> = []
            for message in messages {
                guard names.insert(message.name).inserted else {
                    throw fault(message.line, "\"\(interface.name).\(message.name)\" is there twice")
                }
                try check(message, of: interface, in: description)
            }
        }
        for event in interface.events {
            for argument in event.arguments where argument.type == .newID && argument.interface == nil {
                throw fault(argument.line, "an event's new object \"\(argument.name)\" needs an interface")
            }
        }
        var names: Set<String> = []
        for enumeration in interface.enumerations {
            guard names.insert(enumeration.name).inserted else {
                throw fault(enumeration.line, "enum \"\(interface.name).\(enumeration.name)\" is there twice")
            }
            var entries: Set<String> = []
            for entry in enumeration.entries where !entries.insert(entry.name).inserted {
                throw fault(entry.line, "entry \"\(enumeration.name).\(entry.name)\" is there twice")
            }
        }
    }

    private func check(
        _ message: ProtocolDescription.Message, of interface: ProtocolDescription.Interface,
        in description: ProtocolDescription
    ) throws(ScannerError) {
        var names: Set<String> = []
        for argument in message.arguments {
            guard names.insert(argument.name).inserted else {
                throw fault(argument.line, "argument \"\(argument.name)\" is there twice")
            }
            guard let reference = argument.enumeration else { continue }
            let parts = reference.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let owner = parts.count == 2 ? parts[0] : interface.name
            guard parts.count <= 2, let name = parts.last, !name.isEmpty, !owner.isEmpty else {
                throw fault(argument.line, "enumeration \"\(reference)\" is neither NAME nor INTERFACE.NAME")
            }
            // The Swift compiler checks enumerations of other files.
            guard let known = description.interfaces.first(where: { $0.name == owner }) else { continue }
            guard known.enumerations.contains(where: { $0.name == name }) else {
                throw fault(argument.line, "there is no enumeration \"\(owner).\(name)\"")
            }
        }
        // libwayland's limit (WL_CLOSURE_MAX_ARGS).
        guard message.wireInterfaces.count <= 20 else {
            throw fault(message.line, "\"\(message.name)\" has more than 20 arguments")
        }
        guard message.arguments.count(where: { $0.type == .newID }) <= 1 else {
            throw fault(message.line, "\"\(message.name)\" makes more than one new object")
        }
    }

    private func fault(_ line: Int, _ reason: String) -> ScannerError {
        ScannerError(file: file, line: line, reason: reason)
    }
}
