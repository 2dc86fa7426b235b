import OrielAccessibility
import OrielGeometry

/// The objects that stand for a program's elements on the accessibility bus (AT-SPI): calls in, answers out. Pure apart
/// from the reader of a call's arguments.
struct AccessibleObjects {
    /// A reference to an object: its connection and its path.
    struct Reference: Hashable {
        var connection: String
        var path: String

        var argument: BusArgument { .structure([.text(connection), .path(path)]) }
    }

    var tree: AccessibleTree
    /// Unique name of the program's connection.
    private let connection: String
    /// The desktop, which has the program as a child; nil before it is registered there.
    var desktop: Reference?
    /// Number that the registry gives the program.
    private var number: Int32 = 0

    static let prefix = "/org/a11y/atspi/accessible/"
    private static let none = Reference(connection: "", path: "/org/a11y/atspi/null")
    private static let invalid = BusAnswer.failure(.invalidArguments)
    private static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    /// Interfaces of AT-SPI that are answered.
    private enum Interface: String, CaseIterable {
        case accessible = "Accessible"
        case application = "Application"
        case component = "Component"
        case action = "Action"
        case value = "Value"

        static let prefix = "org.a11y.atspi."

        func belongs(to node: AccessibleNode) -> Bool {
            switch self {
            case .accessible: true
            case .application: node.role == .application
            case .component: node.role != .application
            case .action: node.action != nil
            case .value: node.value != nil
            }
        }
    }

    init(_ tree: AccessibleTree, connection: String) {
        self.tree = tree
        self.connection = connection
    }

    func reference(_ id: String) -> Reference { Reference(connection: connection, path: Self.prefix + id) }

    private func interface(_ name: String, of node: AccessibleNode) -> Interface? {
        guard name.hasPrefix(Interface.prefix) else { return nil }
        return Interface(rawValue: String(name.dropFirst(Interface.prefix.count)))
            .flatMap { $0.belongs(to: node) ? $0 : nil }
    }

    // MARK: Calls

    /// Answers a call; nil for one that is left to the bus's library, which refuses unknown objects.
    /// - Parameter request: takes a request for an element.
    mutating func answer(_ call: BusMessage, request: (String, AccessibleRequest) -> Void) -> BusAnswer? {
        let header = call.header
        guard let path = header.path, let member = header.member else { return nil }
        // Readers ask for the elements one by one.
        if path == "/org/a11y/atspi/cache", member == "GetItems" {
            return .values([.array(of: "((so)(so)(so)iiassusau)", [])])
        }
        guard path.hasPrefix(Self.prefix), let entry = tree.entries[String(path.dropFirst(Self.prefix.count))] else {
            return nil
        }
        do throws(BusMessage.Malformed) {
            switch header.interface {
            case "org.freedesktop.DBus.Properties": return try answerProperty(member, call, entry, request)
            // The library answers pings, and describes no methods.
            case "org.freedesktop.DBus.Peer", "org.freedesktop.DBus.Introspectable": return nil
            case let name?:
                switch interface(name, of: entry.node) {
                case .accessible: return try answerAccessible(member, call, entry)
                case .component: return try answerComponent(member, call, entry.node, request)
                case .action: return try answerAction(member, call, entry.node, request)
                case .application where member == "GetLocale": return .values([.text("C")])
                case .application, .value: return .failure(.unknownMethod)
                case nil: return .failure(.unknownInterface)
                }
            case nil: return .failure(.unknownMethod)
            }
        } catch { return Self.invalid }
    }

    private func answerAccessible(
        _ member: String, _ call: BusMessage, _ entry: AccessibleTree.Entry
    ) throws(BusMessage.Malformed) -> BusAnswer {
        let node = entry.node
        switch member {
        case "GetChildren":
            return .values([.array(of: "(so)", node.children.map { reference($0.id).argument })])
        case "GetChildAtIndex":
            let index = Int(try call.signed())
            let child = node.children.indices.contains(index) ? reference(node.children[index].id) : Self.none
            return .values([child.argument])
        case "GetIndexInParent": return .values([.signed(Int32(entry.index))])
        case "GetRelationSet": return .values([.array(of: "(ua(so))", [])])
        case "GetRole": return .values([.number(node.role.rawValue)])
        case "GetRoleName", "GetLocalizedRoleName": return .values([.text(node.role.name)])
        case "GetState":
            let bits = node.states.reduce(UInt64(0)) { $0 | 1 << $1.rawValue }
            let words = [bits, bits >> 32].map { BusArgument.number(UInt32(truncatingIfNeeded: $0)) }
            return .values([.array(of: "u", words)])
        case "GetAttributes":
            let value = node.value.map { [BusArgument.entry("valuetext", $0.text)] }
            return .values([.array(of: "{ss}", value ?? [])])
        case "GetApplication": return .values([reference(AccessibleTree.root).argument])
        case "GetInterfaces":
            let names = Interface.allCases.filter { $0.belongs(to: node) }.map { Interface.prefix + $0.rawValue }
            return .values([.texts(names)])
        default: return .failure(.unknownMethod)
        }
    }

    private func answerComponent(
        _ member: String, _ call: BusMessage, _ node: AccessibleNode, _ request: (String, AccessibleRequest) -> Void
    ) throws(BusMessage.Malformed) -> BusAnswer {
        let area = node.area ?? Self.zero
        let numbers = [area.x, area.y, area.width, area.height].map { BusArgument.signed(Int32(clamping: $0)) }
        func point() throws(BusMessage.Malformed) -> Point {
            Point(x: Int(try call.signed()), y: Int(try call.signed()))
        }
        switch member {
        // Places on the screen aren't known: all are in the window.
        case "GetExtents": return .values([.structure(numbers)])
        case "GetPosition": return .values(Array(numbers.prefix(2)))
        case "GetSize": return .values(Array(numbers.suffix(2)))
        case "Contains": return .values([.boolean(area.contains(try point()))])
        case "GetAccessibleAtPoint":
            return .values([(node.innermost(at: try point()).map { reference($0) } ?? Self.none).argument])
        // The layer of widgets, in front of nothing.
        case "GetLayer": return .values([.number(3)])
        case "GetAlpha": return .values([.decimal(1)])
        case "GrabFocus":
            guard node.states.contains(.focusable) else { return .values([.boolean(false)]) }
            request(node.id, .focus)
            return .values([.boolean(true)])
        default: return .failure(.unknownMethod)
        }
    }

    private func answerAction(
        _ member: String, _ call: BusMessage, _ node: AccessibleNode, _ request: (String, AccessibleRequest) -> Void
    ) throws(BusMessage.Malformed) -> BusAnswer {
        let action = node.action ?? ""
        if member == "GetActions" {
            return .values([.array(of: "(sss)", [.structure([.text(action), .text(""), .text(node.key)])])])
        }
        let answers: [String: BusArgument] = [
            "GetName": .text(action), "GetLocalizedName": .text(action), "GetDescription": .text(""),
            "GetKeyBinding": .text(node.key), "DoAction": .boolean(true),
        ]
        guard let answer = answers[member] else { return .failure(.unknownMethod) }
        guard try call.signed() == 0 else { return Self.invalid }
        if member == "DoAction" { request(node.id, .press) }
        return .values([answer])
    }

    // MARK: Properties

    private mutating func answerProperty(
        _ member: String, _ call: BusMessage, _ entry: AccessibleTree.Entry,
        _ request: (String, AccessibleRequest) -> Void
    ) throws(BusMessage.Malformed) -> BusAnswer {
        guard let interface = interface(try call.text(), of: entry.node) else { return .failure(.unknownInterface) }
        let all = properties(of: entry, interface)
        switch member {
        case "GetAll": return .values([.options(all)])
        case "Get":
            let name = try call.text()
            return all.first { $0.name == name }.map { .values([.variant($0.value)]) } ?? .failure(.unknownProperty)
        case "Set":
            let (name, value) = (try call.text(), try call.value().plain ?? "")
            switch (interface, name) {
            case (.application, "Id"):
                guard let number = Int32(value) else { return Self.invalid }
                self.number = number
            case (.value, "CurrentValue"):
                guard let range = entry.node.value?.range, let number = Double(value), number.isFinite else {
                    return Self.invalid
                }
                request(entry.node.id, .set(min(max(number, range.lowerBound), range.upperBound)))
            default: return .failure(all.contains { $0.name == name } ? .readOnly : .unknownProperty)
            }
            return .values([])
        default: return .failure(.unknownMethod)
        }
    }

    private func properties(of entry: AccessibleTree.Entry, _ interface: Interface) -> [BusArgument.Option] {
        let node = entry.node
        switch interface {
        case .accessible:
            let parent = entry.parent.map { reference($0) } ?? desktop ?? Self.none
            return [
                .init("Name", .text(node.name)), .init("Description", .text(node.description)),
                .init("Parent", parent.argument), .init("ChildCount", .signed(Int32(node.children.count))),
                .init("Locale", .text("")), .init("AccessibleId", .text(node.id)), .init("HelpText", .text("")),
            ]
        case .application:
            return [
                .init("ToolkitName", .text("Oriel")), .init("Version", .text("1")), .init("AtspiVersion", .text("2.1")),
                .init("Id", .signed(number)),
            ]
        case .component: return []
        case .action: return [.init("NActions", .signed(1))]
        case .value:
            guard let value = node.value else { return [] }
            return [
                .init("MinimumValue", .decimal(value.range.lowerBound)),
                .init("MaximumValue", .decimal(value.range.upperBound)),
                .init("MinimumIncrement", .decimal(value.step)),
                .init("CurrentValue", .decimal(value.current)), .init("Text", .text(value.text)),
            ]
        }
    }
}
