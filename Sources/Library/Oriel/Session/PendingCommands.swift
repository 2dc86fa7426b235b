package import OrielSceneHandoff

/// The effect that a command waits for before it is answered.
package enum CommandGoal: Hashable, Sendable {
    case started
    case stopped
    case sought
    case item
}

/// Commands whose effect is not complete yet.
package struct PendingCommands {
    package typealias Reply = (CommandFailure?) -> Void

    private var waiting: [(goal: CommandGoal, reply: Reply)] = []

    package var isEmpty: Bool { waiting.isEmpty }

    package init() {}

    package mutating func wait(for goal: CommandGoal, _ reply: @escaping Reply) { waiting.append((goal, reply)) }

    /// Removes the commands that wait for a goal, and returns their replies, oldest first.
    package mutating func take(_ goal: CommandGoal) -> [Reply] {
        let taken = waiting.filter { $0.goal == goal }
        waiting.removeAll { $0.goal == goal }
        return taken.map(\.reply)
    }

    /// Removes all commands, and returns their replies, oldest first.
    package mutating func takeAll() -> [Reply] {
        defer { waiting = [] }
        return waiting.map(\.reply)
    }

    /// Moves the commands that wait for one of the goals from another view's commands to these.
    package mutating func move(_ goals: Set<CommandGoal>, from other: inout PendingCommands) {
        waiting += other.waiting.filter { goals.contains($0.goal) }
        other.waiting.removeAll { goals.contains($0.goal) }
    }
}
