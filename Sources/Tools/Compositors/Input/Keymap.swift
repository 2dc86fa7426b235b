import CLinux
import CXkbcommon
import Glibc
import OrielPlatform

/// The US keymap as text for a compositor, with a lookup of key codes by name (libxkbcommon).
final class Keymap {
    private let context: OpaquePointer
    private let keymap: OpaquePointer

    /// A key: its evdev code, and whether its symbol needs Shift.
    struct Key {
        var code: UInt32
        var needsShift: Bool
    }

    init() throws {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else {
            throw TestSupportError("libxkbcommon does not start")
        }
        let keymap = "evdev".withCString { rules in
            "pc105".withCString { model in
                "us".withCString { layout in
                    var names = xkb_rule_names(
                        rules: rules, model: model, layout: layout, variant: nil, options: nil)
                    return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                }
            }
        }
        guard let keymap else {
            xkb_context_unref(context)
            throw TestSupportError("there is no US keymap; Debian has it in xkb-data")
        }
        self.context = context
        self.keymap = keymap
    }

    deinit {
        xkb_keymap_unref(keymap)
        xkb_context_unref(context)
    }

    /// Hands over memory with the keymap as text and its terminating zero, and its size in bytes.
    func share(_ body: (_ descriptor: CInt, _ size: UInt32) -> Void) throws {
        let text = try text()
        let memory = try Descriptor(checking: oriel_memfd_create("oriel-keymap"), "memfd_create")
        guard text.withUnsafeBytes({ pwrite(memory.number, $0.baseAddress, $0.count, 0) }) == text.count else {
            throw TestSupportError("the keymap can't be handed over")
        }
        body(memory.number, UInt32(text.count))
    }

    private func text() throws -> [UInt8] {
        guard let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else {
            throw TestSupportError("the keymap has no text")
        }
        defer { free(text) }
        return [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text) + 1))
    }

    /// Returns the key for a symbol such as `i`, `Left`, `bracketleft` or `Super_L`.
    func key(named name: String) throws -> Key {
        var symbol = xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        if symbol == 0 { symbol = xkb_keysym_from_name(name, XKB_KEYSYM_CASE_INSENSITIVE) }
        guard symbol != 0 else { throw TestSupportError("there is no key named \(name)") }
        for code in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap) {
            for level in 0..<min(2, xkb_keymap_num_levels_for_key(keymap, code, 0)) {
                var symbols: UnsafePointer<xkb_keysym_t>?
                let count = xkb_keymap_key_get_syms_by_level(keymap, code, 0, level, &symbols)
                // XKB codes below 8 have no evdev code.
                if count == 1, symbols?[0] == symbol, code >= 8 { return Key(code: code - 8, needsShift: level == 1) }
            }
        }
        throw TestSupportError("the US keymap has no key for \(name)")
    }

    /// Returns the bit of a modifier, by its name in the keymap.
    func mask(of modifier: String) -> UInt32 {
        let index = xkb_keymap_mod_get_index(keymap, modifier)
        return index < 32 ? 1 << index : 0
    }
}
