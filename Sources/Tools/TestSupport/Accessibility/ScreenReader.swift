import Foundation

/// A screen reader for tests, in another process and with the library that readers use (`scripts/desktops/reader`).
package final class ScreenReader {
    /// An element as the reader finds it.
    package struct Element: Hashable, Codable {
        package var id: String
        package var role: String
        package var name: String
        package var description: String
        package var states: Set<String>
        package var parent: String?
        package var index: Int
        /// Left, top, width and height in the window.
        package var area: [Int]?
        /// The value, its limits and its step.
        package var value: [Double]?
        package var text: String?
        package var actions: [String]?
        package var key: String?
    }

    /// An event that the reader hears.
    package struct Event: Hashable, Codable {
        package var type: String
        package var id: String
        package var detail: Int
        package var data: Data

        /// A text, or a number as text.
        package struct Data: Hashable, Codable {
            package var text: String

            package init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                text = try (try? container.decode(String.self)) ?? "\(container.decode(Double.self))"
            }
        }
    }

    private let folder: TemporaryFolder
    private let child: ChildProcess
    private var pipe: String { folder.path + "/commands" }
    private var answered = 0

    /// Starts it on the accessibility bus of a message bus.
    /// - Parameter knowsAnnouncements: whether it is one since AT-SPI 2.50.
    package init(knowsAnnouncements: Bool = false, at address: String) throws {
        folder = try TemporaryFolder()
        let environment = Executable.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
        child = try ChildProcess(
            "/usr/bin/python3",
            [Checkout.root.path + "/scripts/desktops/reader", folder.path + "/commands"]
                + (knowsAnnouncements ? ["announcements"] : []), environment: environment)
        guard child.waitForOutput(.seconds(20), until: { $0.contains("ready\n") }) else {
            throw TestSupportError("the reader for tests doesn't start: \(child.standardError)")
        }
    }

    /// The program's elements; empty if it is not on the bus.
    package func tree() throws -> [Element] { try ask("tree").map { try JSONDecoder().decode(Element.self, from: $0) } }

    /// Returns an element; nil if there is none.
    package func element(_ id: String) throws -> Element? { try tree().first { $0.id == id } }

    package func press(_ id: String) throws { _ = try ask("press \(id)") }
    package func set(_ id: String, _ value: Double) throws { _ = try ask("set \(id) \(value)") }
    package func focus(_ id: String) throws { _ = try ask("focus \(id)") }

    /// Returns the element at a point of a window.
    package func element(in window: String, x: Int, y: Int) throws -> String? {
        try ask("at \(window) \(x) \(y)").first.map { try JSONDecoder().decode(String.self, from: $0) }
    }

    /// The events since the last call.
    package func events() throws -> [Event] {
        try ask("events").map { try JSONDecoder().decode(Event.self, from: $0) }
    }

    private func ask(_ command: String) throws -> [Data] {
        let commands = try FileHandle(forWritingTo: URL(filePath: pipe))
        try commands.write(contentsOf: Data("\(command)\n".utf8))
        try commands.close()
        answered += 1
        func answers(_ output: String) -> [Substring] {
            output.split(separator: "done\n", omittingEmptySubsequences: false)
        }
        guard child.waitForOutput(.seconds(30), until: { answers($0).count > answered }) else {
            throw TestSupportError("the reader doesn't answer \(command): \(child.standardError)")
        }
        let lines = answers(child.standardOutput)[answered - 1].split(separator: "\n").filter { $0 != "ready" }
        if let problem = lines.first(where: { $0.hasPrefix("{\"error\"") }) {
            throw TestSupportError("\(command): \(problem)")
        }
        return lines.map { Data($0.utf8) }
    }

    package func stop() { child.stop(grace: .zero) }
}
