import CWayland
import Glibc

/// Arguments of an event during its dispatch, for generated code. All values returned are copies.
public struct EventArguments {
    let values: UnsafeMutablePointer<wl_argument>?
    let message: UnsafePointer<wl_message>
    let owner: Proxy

    private func value(_ index: Int) -> wl_argument { values?[index] ?? wl_argument() }

    /// Argument `index` of type int.
    public func int(_ index: Int) -> Int32 { value(index).i }
    /// Argument `index` of type uint.
    public func uint(_ index: Int) -> UInt32 { value(index).u }
    /// Argument `index` of type fixed.
    public func fixed(_ index: Int) -> Double { Double(value(index).f) / 256 }
    /// Argument `index` of type string, nil if null.
    public func optionalString(_ index: Int) -> String? { value(index).s.map { String(cString: $0) } }
    /// Argument `index` of type string; invalid UTF-8 is replaced.
    public func string(_ index: Int) -> String { optionalString(index) ?? "" }
    /// Argument `index` of type fd; the receiver must close it.
    public func descriptor(_ index: Int) -> CInt { value(index).h }

    /// Argument `index` of type array.
    public func array(_ index: Int) -> [UInt8] {
        guard let array = value(index).a?.pointee, let data = array.data, array.size > 0 else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: data, count: array.size))
    }

    /// Argument `index` of type object. Nil for null, for an object that this client has destroyed meanwhile, and for
    /// one not created by generated code.
    public func object<T: Proxy>(_ index: Int) -> T? { Proxy.existing(value(index).o) as? T }

    /// The new object that argument `index` creates.
    public func newObject<T: Proxy>(_ index: Int) -> T {
        T(Proxy.Raw(pointer: value(index).o, version: owner.version, table: owner.table))
    }

    /// Releases the descriptors and new objects of an event without a handler.
    static func discard(_ values: UnsafeMutablePointer<wl_argument>?, of message: UnsafePointer<wl_message>) {
        var index = 0
        var letter = message.pointee.signature
        while let character = letter?.pointee, character != 0 {
            letter = letter?.successor()
            switch UInt8(bitPattern: character) {
            case UInt8(ascii: "h"): if let value = values?[index] { close(value.h) }
            case UInt8(ascii: "n"): if let new = values?[index].o { wl_proxy_destroy(new) }
            case UInt8(ascii: "?"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
            default: break
            }
            index += 1
        }
    }
}
