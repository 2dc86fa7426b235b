import CSessionBus
import Glibc
import OrielPlatform
package import SystemPackage

/// A received message with a reader of its contents. Valid only during the handler's call.
package struct BusMessage {
    package enum Kind: Hashable, Sendable {
        case call
        /// The return value of a call.
        case answer
        /// The error of a call.
        case failure(Errno)
        case signal
    }

    /// Header of a message: its origin and subject.
    package struct Header: Hashable, Sendable {
        package var kind: Kind
        /// Unique name of the sending connection (`:1.7`), as verified by the bus; `org.freedesktop.DBus` for the bus
        /// itself.
        package var sender: String?
        package var destination: String?
        package var path: String?
        package var interface: String?
        package var member: String?
        /// Cookie of the call that the message answers; nil if it is no answer.
        package var answers: UInt64?

        package init(
            kind: Kind, sender: String?, destination: String? = nil, path: String? = nil, interface: String? = nil,
            member: String? = nil, answers: UInt64? = nil
        ) {
            self.kind = kind
            self.sender = sender
            self.destination = destination
            self.path = path
            self.interface = interface
            self.member = member
            self.answers = answers
        }
    }

    /// The contents don't match the interface's signature.
    package struct Malformed: Error {}

    package let header: Header
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        func text(_ value: UnsafePointer<CChar>?) -> String? { value.map { String(cString: $0) } }
        let sd = sd
        var (type, answers): (UInt8, UInt64) = (0, 0)
        _ = sd.get_type(pointer, &type)
        if sd.get_reply_cookie(pointer, &answers) < 0 { answers = 0 }
        let kind: Kind =
            switch Int(type) {
            case ORIEL_MESSAGE_ANSWER: .answer
            case ORIEL_MESSAGE_FAILURE: .failure(Errno(rawValue: sd.get_errno(pointer)))
            case ORIEL_MESSAGE_SIGNAL: .signal
            default: .call
            }
        header = Header(
            kind: kind, sender: text(sd.get_sender(pointer)), destination: text(sd.get_destination(pointer)),
            path: text(sd.get_path(pointer)), interface: text(sd.get_interface(pointer)),
            member: text(sd.get_member(pointer)), answers: answers == 0 ? nil : answers)
    }

    // MARK: Contents

    /// Reads a text.
    /// - Parameter type: `s` for a string, `o` for an object path.
    func text(_ type: Unicode.Scalar = "s") throws(Malformed) -> String {
        var value: UnsafePointer<CChar>?
        guard sd.read_basic(pointer, type.character, &value) > 0, let value else { throw Malformed() }
        return String(cString: value)
    }

    /// Reads a 32-bit unsigned number (`u`).
    func number() throws(Malformed) -> UInt32 { try read("u", 0) }

    /// Reads a 32-bit signed number (`i`).
    func signed() throws(Malformed) -> Int32 { try read("i", 0) }

    /// Reads a file descriptor (`h`), as a duplicate with close-on-exec; the message keeps its own.
    func descriptor() throws(Malformed) -> Descriptor {
        let value: CInt = try read("h", -1)
        guard value >= 0 else { throw Malformed() }
        let copy = fcntl(value, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw Malformed() }
        return Descriptor(owning: copy)
    }

    /// Reads a 64-bit signed number (`x`).
    func integer() throws(Malformed) -> Int64 { try read("x", 0) }

    /// Reads a floating-point number (`d`).
    func decimal() throws(Malformed) -> Double { try read("d", 0) }

    /// Reads a boolean (`b`).
    func boolean() throws(Malformed) -> Bool { try read("b", CInt(0)) != 0 }

    /// Most values that `value` reads. A message may be of 128 MiB.
    private static let mostValues = 1 << 16

    /// Reads the next value, of any type.
    func value() throws(Malformed) -> BusArgument {
        var rest = Self.mostValues
        guard let value = try next(&rest) else { throw Malformed() }
        return value
    }

    /// Reads a dictionary with string keys, and values or variants of any type.
    func options() throws(Malformed) -> [String: BusArgument] {
        guard case .options(let options) = try value() else { throw Malformed() }
        return Dictionary(options.map { ($0.name, $0.value) }) { $1 }
    }

    /// Reads the next value of the message, or of the container that was entered; nil after the last one. A value of
    /// no use, such as a descriptor, becomes an empty structure.
    /// - Parameter rest: number of values that may still be read.
    private func next(_ rest: inout Int) throws(Malformed) -> BusArgument? {
        var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
        let result = sd.peek_type(pointer, &type, &contents)
        guard result != 0 else { return nil }
        rest -= 1
        guard result > 0, rest >= 0 else { throw Malformed() }
        let letter = Unicode.Scalar(UInt8(bitPattern: type))
        switch letter {
        case "s": return .text(try text())
        case "o": return .path(try text("o"))
        case "b": return .boolean(try boolean())
        case "y": return .number(UInt32(try read("y", UInt8(0))))
        case "n": return .signed(Int32(try read("n", Int16(0))))
        case "q": return .number(UInt32(try read("q", UInt16(0))))
        case "i": return .signed(try signed())
        case "u": return .number(try number())
        case "x": return .integer(try integer())
        case "t": return .integer(Int64(clamping: try read("t", UInt64(0))))
        case "d": return .decimal(try decimal())
        case "v": return try members("v", contents, &rest).first
        case "r": return .structure(try members("r", contents, &rest))
        case "e": return .structure(try members("e", contents, &rest))
        case "a":
            let type = contents.map { String(cString: $0) } ?? ""
            let values = try members("a", contents, &rest)
            if type == "s" { return .texts(values.compactMap(\.text)) }
            return type.hasPrefix("{s") ? .options(values.compactMap(\.option)) : .array(of: type, values)
        default:
            guard sd.skip(pointer, String(letter)) >= 0 else { throw Malformed() }
            return .structure([])
        }
    }

    /// Reads all values of the next container.
    private func members(
        _ type: Unicode.Scalar, _ contents: UnsafePointer<CChar>?, _ rest: inout Int
    ) throws(Malformed) -> [BusArgument] {
        guard sd.enter_container(pointer, type.character, contents) > 0 else { throw Malformed() }
        var values: [BusArgument] = []
        while let value = try next(&rest) { values.append(value) }
        guard sd.exit_container(pointer) >= 0 else { throw Malformed() }
        return values
    }

    /// Reads a value of a basic type, whose size is that of `initial`.
    private func read<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Value) throws(Malformed) -> Value {
        var value = initial
        guard sd.read_basic(pointer, type.character, &value) > 0 else { throw Malformed() }
        return value
    }
}

extension Unicode.Scalar {
    fileprivate var character: CChar { CChar(truncatingIfNeeded: value) }
}
