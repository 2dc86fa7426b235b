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

    /// Reads a pair of 32-bit signed numbers (`(ii)`).
    func pair() throws(Malformed) -> (Int, Int) {
        try enter("r", "ii")
        let values: (Int32, Int32) = (try read("i", 0), try read("i", 0))
        try exit()
        return (Int(values.0), Int(values.1))
    }

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

    /// Reads an array of strings (`as`).
    func texts() throws(Malformed) -> [String] {
        try enter("a", "s")
        var texts: [String] = []
        while true {
            var value: UnsafePointer<CChar>?
            let result = sd.read_basic(pointer, ("s" as Unicode.Scalar).character, &value)
            guard result > 0, let value else {
                guard result == 0 else { throw Malformed() }
                break
            }
            texts.append(String(cString: value))
        }
        try exit()
        return texts
    }

    /// Reads a dictionary with string keys; `body` must read or skip each value.
    /// - Parameter value: D-Bus type of the values, such as `v`.
    func dictionary(of value: String, _ body: (String) throws(Malformed) -> Void) throws(Malformed) {
        try enter("a", "{s\(value)}")
        while try enterNext("e", "s\(value)") {
            try body(text())
            try exit()
        }
        try exit()
    }

    /// Reads a structure with these members; `body` must read or skip all of them.
    func structure<Value>(_ members: String, _ body: () throws(Malformed) -> Value) throws(Malformed) -> Value {
        try enter("r", members)
        let value = try body()
        try exit()
        return value
    }

    /// Reads an array of structures; `body` must read or skip all members of each.
    /// - Parameter members: D-Bus types of a structure's members, such as `sa{sv}`.
    func structures(of members: String, _ body: () throws(Malformed) -> Void) throws(Malformed) {
        try enter("a", "(\(members))")
        while try enterNext("r", members) {
            try body()
            try exit()
        }
        try exit()
    }

    /// Reads a variant, possibly nested: numbers and booleans as decimal text, strings as they are; nil for other
    /// types.
    func variant() throws(Malformed) -> String? {
        let contents = try variantType()
        guard contents.count == 1, let type = contents.first else {
            try inVariant(of: contents) { () throws(Malformed) in try skip(contents) }
            return nil
        }
        return try inVariant(of: contents) { () throws(Malformed) -> String? in
            switch type {
            case "v": try variant()
            case "s": try text()
            case "b": try boolean() ? "1" : "0"
            case "y": "\(try read("y", UInt8(0)))"
            case "n": "\(try read("n", Int16(0)))"
            case "q": "\(try read("q", UInt16(0)))"
            case "i": "\(try read("i", Int32(0)))"
            case "u": "\(try number())"
            case "x": "\(try integer())"
            case "t": "\(try read("t", UInt64(0)))"
            case "d": "\(try decimal())"
            default: try skipped(contents)
            }
        }
    }

    /// Reads a variant if it has the type `contents`; otherwise skips it and returns nil.
    func variant<Value>(of contents: String, _ body: () throws(Malformed) -> Value) throws(Malformed) -> Value? {
        guard try variantType() == contents else { return try skipped("v") }
        return try inVariant(of: contents, body)
    }

    /// Skips the next values, of these types.
    func skip(_ types: String) throws(Malformed) {
        guard sd.skip(pointer, types) >= 0 else { throw Malformed() }
    }

    private func skipped<Value>(_ types: String) throws(Malformed) -> Value? {
        try skip(types)
        return nil
    }

    private func variantType() throws(Malformed) -> String {
        var contents: UnsafePointer<CChar>?
        var type: CChar = 0
        guard sd.peek_type(pointer, &type, &contents) > 0, type == ("v" as Unicode.Scalar).character, let contents
        else {
            throw Malformed()
        }
        return String(cString: contents)
    }

    private func inVariant<Value>(
        of contents: String, _ body: () throws(Malformed) -> Value
    ) throws(Malformed) -> Value {
        try enter("v", contents)
        let value = try body()
        try exit()
        return value
    }

    /// Reads a value of a basic type, whose size is that of `initial`.
    private func read<Value: BitwiseCopyable>(_ type: Unicode.Scalar, _ initial: Value) throws(Malformed) -> Value {
        var value = initial
        guard sd.read_basic(pointer, type.character, &value) > 0 else { throw Malformed() }
        return value
    }

    private func enter(_ type: Unicode.Scalar, _ contents: String) throws(Malformed) {
        guard try enterNext(type, contents) else { throw Malformed() }
    }

    private func enterNext(_ type: Unicode.Scalar, _ contents: String) throws(Malformed) -> Bool {
        let result = sd.enter_container(pointer, type.character, contents)
        guard result >= 0 else { throw Malformed() }
        return result > 0
    }

    private func exit() throws(Malformed) { guard sd.exit_container(pointer) >= 0 else { throw Malformed() } }
}

extension Unicode.Scalar {
    fileprivate var character: CChar { CChar(truncatingIfNeeded: value) }
}
