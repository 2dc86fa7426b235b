import CWayland
import Glibc

extension Proxy.Argument {
    /// False for an object that has ended: libwayland would use a freed pointer.
    var isUsable: Bool {
        switch self {
        case .object(let object): object.isAlive
        case .optionalObject(let object): object?.isAlive ?? true
        default: true
        }
    }
}

/// Calls `body` with the arguments in libwayland's form; strings and arrays are valid until it returns.
func withWireArguments(
    _ arguments: [Proxy.Argument], new: (interface: String, version: UInt32)?,
    _ body: (UnsafeMutablePointer<wl_argument>?) -> Void
) {
    var values: [wl_argument] = []
    values.reserveCapacity(arguments.count + 2)
    var strings: [UnsafeMutablePointer<CChar>] = []
    var arrays: [UnsafeMutablePointer<wl_array>] = []
    defer {
        for string in strings { free(string) }
        for array in arrays {
            free(array.pointee.data)
            array.deallocate()
        }
    }
    func append(_ set: (inout wl_argument) -> Void) {
        var value = wl_argument()
        set(&value)
        values.append(value)
    }
    func append(_ text: String) {
        let copy = strdup(text)
        if let copy { strings.append(copy) }
        append { $0.s = UnsafePointer(copy) }
    }
    for argument in arguments {
        switch argument {
        case .int(let value): append { $0.i = value }
        case .uint(let value): append { $0.u = value }
        case .fixed(let value): append { $0.f = fixed(value) }
        case .string(let text?): append(text)
        case .string(nil): append { $0.s = nil }
        case .object(let object): append { $0.o = object.pointer }
        case .optionalObject(let object): append { $0.o = object?.pointer }
        case .foreignObject(let pointer): append { $0.o = pointer }
        case .newObject: append { $0.o = nil }
        case .newObjectOfAnyInterface:
            append(new?.interface ?? "")
            append { $0.u = new?.version ?? 1 }
            append { $0.o = nil }
        case .array(let bytes):
            guard let bytes else {
                append { $0.a = nil }
                continue
            }
            let array = UnsafeMutablePointer<wl_array>.allocate(capacity: 1)
            let data = malloc(max(1, bytes.count))
            data?.copyMemory(from: bytes, byteCount: bytes.count)
            array.initialize(to: wl_array(size: bytes.count, alloc: bytes.count, data: data))
            arrays.append(array)
            append { $0.a = array }
        case .descriptor(let number): append { $0.h = number }
        }
    }
    values.withUnsafeMutableBufferPointer { body($0.baseAddress) }
}

/// Converts to 24.8 fixed point, with clamping; NaN becomes 0.
private func fixed(_ value: Double) -> Int32 {
    let scaled = (value * 256).rounded()
    guard !scaled.isNaN else { return 0 }
    return Int32(max(Double(Int32.min), min(Double(Int32.max), scaled)))
}
