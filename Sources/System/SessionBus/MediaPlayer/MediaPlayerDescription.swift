/// Descriptions of the media player's object and of those above it, for programs that ask what a bus has
/// (`org.freedesktop.DBus.Introspectable`).
enum MediaPlayerDescription {
    static let path = "/org/mpris/MediaPlayer2"

    /// Description of an object; nil if there is none of this path.
    static func text(of object: String) -> String? {
        guard object != path else { return player }
        let above = object == "/" ? object : object + "/"
        guard path.hasPrefix(above) else { return nil }
        return "<node><node name=\"\(path.dropFirst(above.count).prefix { $0 != "/" })\"/></node>"
    }

    /// Names of the methods, with names and types of their arguments.
    private typealias Methods = KeyValuePairs<String, KeyValuePairs<String, String>>
    private static let rootMethods: Methods = ["Raise": [:], "Quit": [:]]
    private static let playerMethods: Methods = [
        "Next": [:], "Previous": [:], "Pause": [:], "PlayPause": [:], "Stop": [:], "Play": [:], "Seek": ["Offset": "x"],
        "SetPosition": ["TrackId": "o", "Position": "x"], "OpenUri": ["Uri": "s"],
    ]

    private static let player: String = {
        let state = MediaPlayerState(identity: "", desktopEntry: "")
        var text = "<node>"
        for interface in MediaPlayerProperty.Interface.allCases {
            text += "<interface name=\"\(interface.rawValue)\">"
            for (method, arguments) in interface == .root ? rootMethods : playerMethods {
                let arguments = arguments.map { "<arg name=\"\($0)\" type=\"\($1)\" direction=\"in\"/>" }
                text += "<method name=\"\(method)\">\(arguments.joined())</method>"
            }
            for property in MediaPlayerProperty.allCases where property.interface == interface {
                let type = state.value(of: property)?.signature ?? "x"
                text += "<property name=\"\(property.rawValue)\" type=\"\(type)\" "
                text += "access=\"\(property.isSettable ? "readwrite" : "read")\">"
                // Changes all the time; read when it is needed.
                let value = property != .position
                text += "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(value)\"/>"
                text += "</property>"
            }
            if interface == .player {
                text += "<signal name=\"Seeked\"><arg name=\"Position\" type=\"x\"/></signal>"
            }
            text += "</interface>"
        }
        return text + "</node>"
    }()
}
