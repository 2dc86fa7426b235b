import Glibc
import OrielPlatform
import OrielWaylandProtocols

/// A virtual US keyboard on a compositor's seat (`zwp_virtual_keyboard_v1`). For one thread.
public final class VirtualKeyboard {
    private let connection: ToolConnection
    private let keyboard: ZwpVirtualKeyboardV1
    private let keymap: Keymap
    private var held: [String] = []

    /// A modifier as a chord names it, its key, and its name in the keymap.
    package struct Modifier {
        let names: [String]
        let key: String
        package let keymapName: String
    }

    /// Returns the modifiers and the key of a chord such as `Super+Shift+i`. The key "+" is written "plus".
    package static func parts(of chord: String) throws -> (modifiers: [Modifier], key: String) {
        var words = chord.split(separator: "+").map(String.init)
        guard let key = words.popLast() else { throw TestSupportError("an empty chord") }
        let known = try words.map { word in
            guard let modifier = modifiers.first(where: { $0.names.contains(word.lowercased()) }) else {
                throw TestSupportError("there is no modifier named \(word)")
            }
            return modifier
        }
        return (known, key)
    }

    private static let modifiers = [
        Modifier(names: ["super", "mod4", "logo"], key: "Super_L", keymapName: "Mod4"),
        Modifier(names: ["ctrl", "control"], key: "Control_L", keymapName: "Control"),
        Modifier(names: ["alt", "mod1"], key: "Alt_L", keymapName: "Mod1"),
        Modifier(names: ["shift"], key: "Shift_L", keymapName: "Shift"),
    ]

    /// Adds the keyboard to the seat.
    public init(socket: String) throws {
        connection = try ToolConnection(socket: socket)
        keymap = try Keymap()
        let seat = try connection.require(WlSeat.self, version: 1)
        let manager = try connection.require(ZwpVirtualKeyboardManagerV1.self, version: 1)
        keyboard = manager.createVirtualKeyboard(seat: seat)
        try keymap.share {
            keyboard.keymap(format: WlKeyboard.KeymapFormat.xkbV1.rawValue, fd: $0, size: $1)
        }
        try connection.roundtrip()
    }

    /// Presses and releases a chord such as `i`, `Super+Shift+i`, `Ctrl+Right` or `Escape`, modifiers first, and waits
    /// until the compositor has received it.
    public func press(_ chord: String) throws {
        try hold(chord)
        try release()
    }

    /// Presses a chord and holds it until `release`.
    public func hold(_ chord: String) throws {
        guard held.isEmpty else { throw TestSupportError("a chord is held already") }
        let (named, name) = try Self.parts(of: chord)
        var modifiers = named
        let key = try keymap.key(named: name)
        if key.needsShift, !modifiers.contains(where: { $0.key == "Shift_L" }) {
            modifiers.append(Self.modifiers[3])
        }
        var mask: UInt32 = 0
        for modifier in modifiers {
            try send(modifier.key, pressed: true)
            mask |= keymap.mask(of: modifier.keymapName)
            keyboard.modifiers(modsDepressed: mask, modsLatched: 0, modsLocked: 0, group: 0)
        }
        try send(name, pressed: true)
        held = modifiers.map(\.key) + [name]
        try connection.roundtrip()
    }

    /// Releases the chord pressed by `hold`.
    public func release() throws {
        for name in held.reversed() { try send(name, pressed: false) }
        keyboard.modifiers(modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
        held = []
        try connection.roundtrip()
    }

    private func send(_ name: String, pressed: Bool) throws {
        keyboard.key(
            time: MonotonicClock.milliseconds, key: try keymap.key(named: name).code,
            state: (pressed ? WlKeyboard.KeyState.pressed : .released).rawValue)
    }
}

extension MonotonicClock {
    /// Host time as in Wayland's input events: milliseconds, wrapping.
    static var milliseconds: UInt32 { UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000) }
}
