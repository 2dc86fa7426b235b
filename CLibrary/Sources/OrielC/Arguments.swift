import COriel
import Glibc
import Oriel

/// Checks the arguments that C passes.
enum Arguments {
    static func text(_ text: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String {
        guard let text = try optionalText(text, name) else { throw .isNull(name) }
        return text
    }

    static func optionalText(_ text: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> String? {
        guard let text else { return nil }
        guard let string = String(validatingCString: text) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "\(name) is not UTF-8")
        }
        return string
    }

    /// - Parameter known: flags with a meaning.
    /// - Returns: a function that says whether a flag is set.
    static func flags(_ flags: CUnsignedInt, _ known: [Int]) throws(Failure) -> (Int) -> Bool {
        guard Int(flags) & ~known.reduce(0, |) == 0 else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "of the flags \(flags) some mean nothing")
        }
        return { Int(flags) & $0 != 0 }
    }

    /// Reads a structure that begins with its size.
    static func structure<Value>(_ pointer: UnsafePointer<Value>?, _ name: String) throws(Failure) -> Value {
        guard let pointer else { throw .isNull(name) }
        try checkSize(of: pointer, name)
        return pointer.pointee
    }

    /// Writes a structure into the caller's memory, whose size the caller has set.
    static func answer<Value>(
        _ value: Value, to pointer: UnsafeMutablePointer<Value>?, _ name: String
    ) throws(Failure) {
        guard let pointer else { throw .isNull(name) }
        try checkSize(of: pointer, name)
        pointer.pointee = value
    }

    /// Checks a structure's size. Once it has grown, its first version's size will be enough.
    private static func checkSize<Value>(of pointer: UnsafePointer<Value>, _ name: String) throws(Failure) {
        let size = UnsafeRawPointer(pointer).load(as: UInt.self)
        let known = MemoryLayout<Value>.size
        guard size == known else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "the size of \(name) is \(size), where this library has \(known)")
        }
    }

    /// More elements than any caller means.
    private static let mostElements = 1 << 16

    /// Reads an array, which may be empty.
    static func elements<Value>(
        _ pointer: UnsafePointer<Value>?, _ count: Int, _ name: String
    ) throws(Failure) -> UnsafeBufferPointer<Value> {
        guard 0...mostElements ~= count else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "\(UInt(bitPattern: count)) \(name) are more than \(mostElements)")
        }
        if pointer == nil, count > 0 { throw .isNull(name) }
        return UnsafeBufferPointer(start: pointer, count: count)
    }

    /// Copies a text as `snprintf` does, whole characters only.
    static func answer(
        _ text: String, to buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ length: UnsafeMutablePointer<Int>?
    ) throws(Failure) {
        // Values beyond Int arrive as negative ones.
        let size = size < 0 ? .max : size
        if buffer == nil, size > 0 { throw .isNull("buffer") }
        let bytes = Array(text.utf8)
        length?.pointee = bytes.count
        guard let buffer, size > 0 else { return }
        var end = min(bytes.count, size - 1)
        while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        for index in 0..<end { buffer[index] = CChar(bitPattern: bytes[index]) }
        buffer[end] = 0
    }

    /// Reads a size on the screen; nil for 0.
    static func size(_ width: CInt, _ height: CInt, _ name: String) throws(Failure) -> Size? {
        if width == 0, height == 0 { return nil }
        guard 1...16_384 ~= width, 1...16_384 ~= height else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "\(name) of \(width)x\(height) can't be; up to 16384x16384 can")
        }
        return Size(width: Int(width), height: Int(height))
    }

    static func corner(_ corner: oriel_corner) throws(Failure) -> Corner? {
        switch corner {
        case ORIEL_CORNER_DEFAULT: nil
        case ORIEL_CORNER_TOP_LEFT: .topLeft
        case ORIEL_CORNER_TOP_RIGHT: .topRight
        case ORIEL_CORNER_BOTTOM_LEFT: .bottomLeft
        case ORIEL_CORNER_BOTTOM_RIGHT: .bottomRight
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no corner \(corner.rawValue)")
        }
    }

    /// Reads a time, clamped to the range in which a player's arithmetic can't overflow.
    static func time(_ nanoseconds: Int64) -> Duration {
        let limit: Int64 = 1_000_000_000_000_000_000
        return .nanoseconds(min(max(nanoseconds, -limit), limit))
    }
}

extension Duration {
    /// Nanoseconds for C, clamped.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        let (sum, isTooMuch) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooMuch ? (seconds < 0 ? .min : .max) : sum
    }
}
