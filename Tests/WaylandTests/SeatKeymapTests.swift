import CXkbcommon
import Glibc
import OrielWayland
import Testing

/// Keysyms, names and text of keys, in the layouts of xkeyboard-config.
@Suite struct SeatKeymapTests {
    static func text(_ layout: String) throws -> [UInt8] {
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        defer { xkb_context_unref(context) }
        return try layout.withCString { layout in
            var names = xkb_rule_names()
            names.layout = layout
            let keymap = try #require(xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS))
            defer { xkb_keymap_unref(keymap) }
            let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
            defer { free(text) }
            return Array(String(cString: text).utf8)
        }
    }

    private func keymap(_ layout: String) throws -> Keymap {
        return try #require(Keymap(try Self.text(layout)))
    }

    @Test func namesComeWithAndWithoutModifiers() throws {
        let keymap = try keymap("us")
        let bracket: UInt32 = 27
        #expect(Keymap.name(of: keymap.keysym(bracket)) == "bracketright" && keymap.text(bracket) == "]")
        keymap.setModifiers(depressed: 1 | 4, latched: 0, locked: 0, layout: 0)
        #expect(keymap.modifiers == [.shift, .control])
        #expect(Keymap.name(of: keymap.keysym(bracket)) == "braceright")
        #expect(Keymap.name(of: keymap.baseKeysym(bracket)) == "bracketright")
        keymap.setModifiers(depressed: 64 | 8, latched: 0, locked: 0, layout: 0)
        #expect(keymap.modifiers == [.logo, .alt])
        #expect(keymap.repeats(bracket) && !keymap.repeats(42))
    }

    @Test func shortcutsWorkOnOtherScripts() throws {
        let keymap = try keymap("ru,us")
        #expect(Keymap.name(of: keymap.keysym(23)) == "Cyrillic_sha" && keymap.text(23) == "ш")
        #expect(Keymap.name(of: keymap.latinKeysym(23)) == "i")
        keymap.setModifiers(depressed: 0, latched: 0, locked: 0, layout: 1)
        #expect(keymap.text(23) == "i")
    }

    @Test func keysOfNoKeymapAreNothing() throws {
        let keymap = try keymap("us")
        for code in [UInt32(9999), .max, .max - 7] {
            #expect(keymap.keysym(code) == 0 && keymap.latinKeysym(code) == 0 && keymap.text(code).isEmpty)
        }
        #expect(Keymap.name(of: 0).isEmpty)
    }

    @Test func aBrokenKeymapIsRefused() throws {
        let good = try Self.text("us")
        #expect(Keymap([]) == nil)
        #expect(Keymap(Array("xkb_keymap {".utf8)) == nil)
        #expect(Keymap(Array(good.prefix(good.count / 2))) == nil)
        #expect(Keymap([UInt8](repeating: 0xff, count: 4096)) == nil)
    }

    @Test func aDescriptorShorterThanItsSizeIsRefused() throws {
        var pair: [CInt] = [-1, -1]
        #expect(pipe(&pair) == 0)
        #expect(Keymap.text(of: pair[0], size: 10) == nil)
        let file = try #require(tmpfile())
        defer { fclose(file) }
        let descriptor = fileno(file)
        _ = write(descriptor, "abc\0", 4)
        #expect(Keymap.text(of: descriptor, size: 4) == Array("abc".utf8))
        #expect(Keymap.text(of: descriptor, size: 5) == nil)
        #expect(Keymap.text(of: descriptor, size: 0) == nil)
        #expect(Keymap.text(of: descriptor, size: .max) == nil)
        #expect(Keymap.text(of: -1, size: 4) == nil)
        close(pair[0])
        close(pair[1])
    }
}
