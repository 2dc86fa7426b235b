import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport

/// A desktop as people have it: sway with a bar on top and one at the left, two workspaces beside each other, a second
/// output that is scaled by 1.5 and turned upright, a keyboard and a mouse. Players and commands are its `session`'s.
///
/// ```
/// HEADLESS-1, 1280×720, scale 1                       HEADLESS-2, 1280×720 turned by 90°, scale 1.5
/// workspaces 1 and 2, bars of 40 on top, 48 at left   workspace 3, no bars
/// ```
final class DesktopSession {
    /// The output with the bars and the workspaces `first` and `second`.
    static let main = "HEADLESS-1"
    /// The output that is scaled and turned, with the workspace `side`.
    static let beside = "HEADLESS-2"
    static let outputSize = Size(width: 1280, height: 720)
    static let topBar = 40
    static let leftBar = 48
    /// Area that the bars leave free on the main output.
    static let usableArea = Rect(
        x: leftBar, y: topBar, width: outputSize.width - leftBar, height: outputSize.height - topBar)

    /// One of the workspaces, by its name in sway.
    enum Workspace: String, CaseIterable, Sendable {
        case first = "1"
        case second = "2"
        case side = "3"

        var output: String { self == .side ? DesktopSession.beside : DesktopSession.main }
    }

    let compositor: HeadlessCompositor
    let session: OrielSession
    let keyboard: VirtualKeyboard
    /// It addresses the whole layout, both outputs.
    let pointer: VirtualPointer
    private let bars: [TestSurface]

    fileprivate init(_ compositor: HeadlessCompositor, _ program: OrielProgram, environment: [String: String]) throws {
        self.compositor = compositor
        session = try OrielSession(compositor, program, environment: environment)
        keyboard = try VirtualKeyboard(socket: compositor.socket)
        // HEADLESS-2 has 720×1280 pixels upright, 480×853 of the layout's units.
        pointer = try VirtualPointer(socket: compositor.socket, extent: Size(width: 1280 + 480, height: 853))
        func bar(_ edge: TestSurface.Edges, _ thickness: Int, _ colour: UInt32) throws -> TestSurface {
            try TestSurface(
                .panel(edge), size: Size(width: thickness, height: thickness), title: "bar", socket: compositor.socket,
                output: Self.main
            ) { $0 == 0 ? .plain(colour) : nil }
        }
        bars = [try bar(.top, Self.topBar, 0x404050), try bar(.left, Self.leftBar, 0x305040)]
        try show(.first)
    }

    fileprivate static func configuration(text: String) -> HeadlessCompositor.Configuration {
        let places = Workspace.allCases.map { "workspace \($0.rawValue) output \($0.output)" }
        return HeadlessCompositor.Configuration(
            .sway, size: outputSize, outputs: 2,
            text: (places + [
                "output \(main) scale 1 position 0 0", "output \(beside) scale 1.5 transform 90 position 1280 0", text,
            ]).joined(separator: "\n") + "\n")
    }

    fileprivate func end() { for bar in bars { bar.stop() } }

    // MARK: Going around

    /// Switches to a workspace: what stood on its output before is hidden, and the focus goes there.
    func show(_ workspace: Workspace) throws {
        try compositor.swaymsg("workspace", workspace.rawValue)
        try settle("workspace \(workspace) is not shown") {
            try workspaces().contains { $0.name == workspace.rawValue && $0.isFocused && $0.isVisible }
        }
    }

    /// Gives an output the focus, and the workspace that it shows.
    func focus(output: String) throws {
        try compositor.swaymsg("focus", "output", output)
        try settle("\(output) does not get the focus") {
            try outputs().contains { $0.name == output && $0.isFocused }
        }
    }

    /// Gives a window the focus, wherever it is; its workspace is shown with it.
    func focus(windowOf process: ChildProcess) throws {
        try compositor.swaymsg("[pid=\(process.pid)] focus")
        try settle("the window of \(process.pid) does not get the focus") {
            try windows().contains { $0.pid == process.pid && $0.isFocused }
        }
    }

    /// Moves a process's windows to a workspace; the focus stays where it is.
    func move(windowOf process: ChildProcess, to workspace: Workspace) throws {
        try compositor.swaymsg("[pid=\(process.pid)] move container to workspace \(workspace.rawValue)")
        try settle("the window of \(process.pid) does not move to workspace \(workspace)") {
            try windows().contains { $0.pid == process.pid && $0.workspace == workspace.rawValue }
        }
    }

    // MARK: Looking

    /// An output as sway tells of it.
    struct Output: Decodable {
        var name: String
        var scale: Double
        var transform: String
        var isFocused: Bool
        /// In the layout's units.
        var rect: Area
        var workspace: String?

        enum CodingKeys: String, CodingKey {
            case name, scale, transform, rect
            case isFocused = "focused"
            case workspace = "current_workspace"
        }
    }

    /// A workspace as sway tells of it; `rect` is what the bars leave it.
    struct ShownWorkspace: Decodable {
        var name: String
        var output: String
        var rect: Area
        var isFocused: Bool
        var isVisible: Bool

        enum CodingKeys: String, CodingKey {
            case name, output, rect
            case isFocused = "focused"
            case isVisible = "visible"
        }
    }

    /// A toplevel window as sway tells of it.
    struct Window {
        var title: String
        var appID: String
        var pid: Int32
        var workspace: String
        var rect: Area
        var isFocused: Bool
        var isVisible: Bool
        var isFullScreen: Bool
    }

    struct Area: Decodable, Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    func outputs() throws -> [Output] { try query("get_outputs") }
    func workspaces() throws -> [ShownWorkspace] { try query("get_workspaces") }

    /// Windows of every workspace, including hidden ones.
    func windows() throws -> [Window] {
        let root: Node = try query("get_tree")
        return root.windows(on: "")
    }

    /// Whether a process's window is visible.
    func isVisible(windowOf process: ChildProcess) throws -> Bool {
        try windows().contains { $0.pid == process.pid && $0.isVisible }
    }

    /// Whether a process has a window, seen or not.
    func isThere(windowOf process: ChildProcess) throws -> Bool { try windows().contains { $0.pid == process.pid } }

    private struct Node: Decodable {
        var type: String
        var name: String?
        var app_id: String?
        var pid: Int32?
        var rect: Area
        var focused: Bool
        var visible: Bool?
        var fullscreen_mode: Int?
        var nodes: [Node]
        var floating_nodes: [Node]

        func windows(on workspace: String) -> [Window] {
            let place = type == "workspace" ? name ?? "" : workspace
            let inside = (nodes + floating_nodes).flatMap { $0.windows(on: place) }
            guard let pid, let visible else { return inside }
            return [
                Window(
                    title: name ?? "", appID: app_id ?? "", pid: pid, workspace: place, rect: rect, isFocused: focused,
                    isVisible: visible, isFullScreen: fullscreen_mode ?? 0 != 0)
            ]
        }
    }

    private func query<T: Decodable>(_ what: String) throws -> T {
        try JSONDecoder().decode(T.self, from: Data(compositor.swaymsg("-r", "-t", what).utf8))
    }

    private func settle(_ complaint: String, until condition: () throws -> Bool) throws {
        guard try wait(.seconds(10), until: condition) else { throw TestSupportError(complaint) }
    }
}

/// Runs `body` on a desktop of its own, alone on this machine, and ends it on every way out.
/// - Parameter configuration: further lines of sway's configuration.
func withDesktop<T>(
    _ program: OrielProgram? = nil, environment: [String: String] = [:], configuration: String = "",
    _ body: (DesktopSession) async throws -> T
) async throws -> T {
    let program = try program ?? OrielProgram()
    return try await withCompositor(DesktopSession.configuration(text: configuration)) { compositor in
        let desktop = try DesktopSession(compositor, program, environment: environment)
        defer { desktop.end() }
        return try await body(desktop)
    }
}
