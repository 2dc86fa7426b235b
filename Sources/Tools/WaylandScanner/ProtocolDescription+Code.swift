/// Swift code for an argument, which client and compositor have alike.
extension ProtocolDescription.Argument {
    /// Its type.
    /// - Parameters:
    ///   - enumeration: name of its enumeration; nil if it has none.
    ///   - suffix: end of the names of objects' types.
    ///   - any: type of an object of any interface.
    func typeName(_ enumeration: String?, suffix: String = "", any: String) -> String {
        if let enumeration { return enumeration }
        let null = allowsNull ? "?" : ""
        switch type {
        case .int: return "Int32"
        case .uint: return "UInt32"
        case .fixed: return "Double"
        case .string: return "String" + null
        case .object, .newID: return (interface.map { SwiftNames.type($0) + suffix } ?? any) + null
        case .array: return "[UInt8]" + null
        case .fd: return "CInt"
        }
    }

    /// The argument as it is sent.
    /// - Parameters:
    ///   - object: case for an object.
    ///   - new: case for a new object.
    func value(object: String, new: String) -> String {
        let name = SwiftNames.member(self.name)
        switch type {
        case .int: return enumeration == nil ? ".int(\(name))" : ".int(Int32(bitPattern: \(name).rawValue))"
        case .uint: return enumeration == nil ? ".uint(\(name))" : ".uint(\(name).rawValue)"
        case .fixed: return ".fixed(\(name))"
        case .string: return ".string(\(name))"
        case .object: return "\(object)(\(name))"
        case .newID: return new
        case .array: return ".array(\(name))"
        case .fd: return ".descriptor(\(name))"
        }
    }

    /// The argument as it is read from those of a message.
    /// - Parameters:
    ///   - index: its place among them.
    ///   - enumeration: name of its enumeration; nil if it has none.
    func reading(_ index: Int, _ enumeration: String?) -> String {
        switch type {
        case .int:
            if let enumeration { return "\(enumeration)(rawValue: UInt32(bitPattern: arguments.int(\(index))))" }
            return "arguments.int(\(index))"
        case .uint:
            if let enumeration { return "\(enumeration)(rawValue: arguments.uint(\(index)))" }
            return "arguments.uint(\(index))"
        case .fixed: return "arguments.fixed(\(index))"
        case .string: return allowsNull ? "arguments.optionalString(\(index))" : "arguments.string(\(index))"
        case .object: return "arguments.object(\(index))"
        case .newID: return "arguments.newObject(\(index))"
        case .array: return "arguments.array(\(index))"
        case .fd: return "arguments.descriptor(\(index))"
        }
    }
}
