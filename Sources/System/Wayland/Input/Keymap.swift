import CXkbcommon
import Glibc

/// A keyboard's layouts and their state (libxkbcommon).
package final class Keymap {
    private let keymap: OpaquePointer
    private let state: OpaquePointer

    /// Compiles a keymap in XKB's text format (`xkb_keymap_new_from_buffer`); nil if it is invalid.
    package init?(_ text: [UInt8]) {
        // Neither default include paths nor environment variables: the compositor's keymap includes no files.
        guard let context = xkb_context_new(xkb_context_flags(rawValue: 3)) else { return nil }
        // The keymap keeps it.
        defer { xkb_context_unref(context) }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let compiled = text.withUnsafeBytes { bytes in
            xkb_keymap_new_from_buffer(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count,
                XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
        guard let compiled else { return nil }
        guard let made = xkb_state_new(compiled) else {
            xkb_keymap_unref(compiled)
            return nil
        }
        keymap = compiled
        state = made
    }

    deinit {
        xkb_state_unref(state)
        xkb_keymap_unref(keymap)
    }

    /// Reads a keymap's text from its descriptor; nil if it fails. Not mapped: if the file were truncated, access to
    /// the mapping would end the process.
    package static func text(of descriptor: CInt, size: UInt32) -> [UInt8]? {
        let limit = 16 << 20
        guard size > 0, Int(size) <= limit else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            filled += count
        }
        // The size includes a terminating zero.
        while bytes.last == 0 { bytes.removeLast() }
        return bytes
    }

    package func setModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
        xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
    }

    package var modifiers: KeyEvent.Modifiers {
        var result: KeyEvent.Modifiers = []
        for (name, modifier) in [
            ("Shift", KeyEvent.Modifiers.shift), ("Control", .control), ("Mod1", .alt), ("Mod4", .logo),
        ] where xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
            result.insert(modifier)
        }
        return result
    }

    package func repeats(_ code: UInt32) -> Bool { xkb_keymap_key_repeats(keymap, Self.xkbCode(code)) != 0 }

    package func keysym(_ code: UInt32) -> UInt32 { xkb_state_key_get_one_sym(state, Self.xkbCode(code)) }

    package func text(_ code: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = xkb_state_key_get_utf8(state, Self.xkbCode(code), &buffer, buffer.count)
        guard count > 0, Int(count) < buffer.count else { return "" }
        return String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the keysym without modifiers, in the layout in effect.
    package func baseKeysym(_ code: UInt32) -> UInt32 {
        let key = Self.xkbCode(code)
        return plainKeysym(key, layout: xkb_state_key_get_layout(state, key))
    }

    /// Returns the keysym without modifiers in the first layout where it is ASCII; otherwise in the layout in effect.
    package func latinKeysym(_ code: UInt32) -> UInt32 {
        let base = baseKeysym(code)
        guard !(0x20..<0x7f).contains(base) else { return base }
        let key = Self.xkbCode(code)
        for layout in 0..<min(32, xkb_keymap_num_layouts_for_key(keymap, key)) {
            let symbol = plainKeysym(key, layout: layout)
            if (0x20..<0x7f).contains(symbol) { return symbol }
        }
        return base
    }

    private func plainKeysym(_ key: UInt32, layout: UInt32) -> UInt32 {
        // 0xffffffff (`XKB_LAYOUT_INVALID`): the key isn't in this keymap.
        guard layout != .max else { return 0 }
        var symbols: UnsafePointer<xkb_keysym_t>?
        let count = xkb_keymap_key_get_syms_by_level(keymap, key, layout, 0, &symbols)
        return count > 0 ? symbols?.pointee ?? 0 : 0
    }

    /// Returns the name from xkbcommon-keysyms.h, such as `braceright`; empty for keysym 0.
    package static func name(of keysym: UInt32) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = xkb_keysym_get_name(keysym, &buffer, buffer.count)
        guard keysym != 0, count > 0 else { return "" }
        return String(decoding: buffer.prefix(min(Int(count), 63)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the character of the keysym with a name, such as `}` for `braceright`; nil if it has none that is seen.
    package static func text(named name: String) -> String? {
        let keysym = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(keysym)), scalar.value > 0x20, scalar.value != 0x7f else {
            return nil
        }
        return String(scalar)
    }

    /// Returns the name of the keysym with a name, in any case of its letters, or with a character; nil if there is
    /// none.
    package static func name(spelled text: String) -> String? {
        var keysym = xkb_keysym_from_name(text, XKB_KEYSYM_NO_FLAGS)
        if keysym == 0 { keysym = xkb_keysym_from_name(text, XKB_KEYSYM_CASE_INSENSITIVE) }
        if keysym == 0, text.unicodeScalars.count == 1, let character = text.unicodeScalars.first {
            keysym = xkb_utf32_to_keysym(character.value)
        }
        let name = name(of: keysym)
        return name.isEmpty ? nil : name
    }

    /// Returns the keysym of the small letter; other keysyms as they are.
    static func lowercase(_ keysym: UInt32) -> UInt32 { xkb_keysym_to_lower(keysym) }

    /// XKB key codes are evdev codes plus 8.
    private static func xkbCode(_ code: UInt32) -> UInt32 { code &+ 8 }
}
