/// All elements of a program, found by their names, and the differences between two of them.
package struct AccessibleTree: Hashable, Sendable {
    /// An element with its place in the tree.
    package struct Entry: Hashable, Sendable {
        package var node: AccessibleNode
        /// nil for the program itself.
        package var parent: String?
        package var index: Int
    }

    /// A change that assistive programs are told.
    package enum Change: Hashable, Sendable {
        case added(String, parent: String, index: Int)
        case removed(String, parent: String, index: Int)
        case name(String, String)
        case value(String)
        case state(String, AccessibleState, Bool)
    }

    /// Name of the program itself.
    package static let root = "root"
    /// Beginning of the names of announcements that are elements.
    package static let notice = "notice"
    /// Most elements; those behind them are left out.
    private static let limit = 2000

    package private(set) var entries: [String: Entry] = [:]
    /// The names in their order, parents before their children.
    private var order: [String] = []

    /// - Parameter windows: the program's windows and overlays. Of elements with one name the first counts.
    package init(_ program: String, _ windows: [AccessibleNode] = []) {
        var root = AccessibleNode(Self.root, .application, program)
        root.children = windows
        _ = add(root, parent: nil, index: 0)
    }

    /// - Returns: false for an element that is left out.
    private mutating func add(_ node: AccessibleNode, parent: String?, index: Int) -> Bool {
        guard entries.count < Self.limit, entries[node.id] == nil else { return false }
        entries[node.id] = Entry(node: node, parent: parent, index: index)
        order.append(node.id)
        var children: [AccessibleNode] = []
        for child in node.children where add(child, parent: node.id, index: children.count) { children.append(child) }
        entries[node.id]?.node.children = children
        return true
    }

    /// Returns the changes since an earlier tree in the order in which they are told: the elements that went, those
    /// that came, and the changes of the others. Of a branch that goes or comes only the first element is told.
    package func changes(since old: AccessibleTree) -> [Change] {
        var changes: [Change] = []
        var gained: [Change] = []
        for id in old.order {
            guard let entry = old.entries[id], let parent = entry.parent, entries[parent] != nil,
                entries[id]?.parent != parent
            else { continue }
            changes.append(.removed(id, parent: parent, index: entry.index))
        }
        for id in order {
            guard let entry = entries[id] else { continue }
            guard let former = old.entries[id], former.parent == entry.parent else {
                if let parent = entry.parent, old.entries[parent] != nil {
                    changes.append(.added(id, parent: parent, index: entry.index))
                }
                let told: [AccessibleState] = [.active, .focused]
                gained += told.filter(entry.node.states.contains).map { .state(id, $0, true) }
                continue
            }
            let (node, before) = (entry.node, former.node)
            if node.name != before.name { changes.append(.name(id, node.name)) }
            for state in node.states.symmetricDifference(before.states).sorted(by: { $0.rawValue < $1.rawValue }) {
                let isSet = node.states.contains(state)
                // The focus moves on after it was lost elsewhere.
                if state == .focused, isSet {
                    gained.append(.state(id, state, isSet))
                } else {
                    changes.append(.state(id, state, isSet))
                }
            }
            if let value = node.value, !value.runs, value.current != before.value?.current {
                changes.append(.value(id))
            }
        }
        return changes + gained
    }
}
