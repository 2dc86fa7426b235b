import CSessionBus

/// An argument of a method call on a message bus.
enum BusArgument {
    case text(String)
    case texts([String])
    /// A dictionary with variants as values (`a{sv}`).
    case options([(name: String, value: Option)])

    enum Option {
        case text(String)
        case boolean(Bool)
    }

    /// Appends the argument to a call. Returns 0 or more, or a negative errno.
    func append(to call: OpaquePointer) -> CInt {
        switch self {
        case .text(let text): return Self.append(text, to: call)
        case .texts(let texts):
            return Self.append("a", "s", to: call) {
                for text in texts {
                    let result = Self.append(text, to: call)
                    guard result >= 0 else { return result }
                }
                return 0
            }
        case .options(let options):
            return Self.append("a", "{sv}", to: call) {
                for option in options {
                    let result = Self.append("e", "sv", to: call) {
                        let result = Self.append(option.name, to: call)
                        return result < 0 ? result : option.value.append(to: call)
                    }
                    guard result >= 0 else { return result }
                }
                return 0
            }
        }
    }

    fileprivate static func append(_ text: String, to call: OpaquePointer) -> CInt {
        oriel_message_append(call, CChar(bitPattern: UInt8(ascii: "s")), text)
    }

    fileprivate static func append(
        _ container: Unicode.Scalar, _ contents: String, to call: OpaquePointer, _ body: () -> CInt
    ) -> CInt {
        var result = oriel_message_open(call, CChar(truncatingIfNeeded: container.value), contents)
        if result >= 0 { result = body() }
        if result >= 0 { result = oriel_message_close(call) }
        return result
    }
}

extension BusArgument.Option {
    fileprivate func append(to call: OpaquePointer) -> CInt {
        switch self {
        case .text(let text):
            return BusArgument.append("v", "s", to: call) { BusArgument.append(text, to: call) }
        case .boolean(let value):
            return BusArgument.append("v", "b", to: call) {
                var number: CInt = value ? 1 : 0
                return oriel_message_append(call, CChar(bitPattern: UInt8(ascii: "b")), &number)
            }
        }
    }
}
