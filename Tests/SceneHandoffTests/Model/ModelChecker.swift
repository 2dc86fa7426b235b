import OrielPictureInPicture
import OrielSceneHandoff

/// Visits every reachable state once and checks its invariants.
struct ModelChecker {
    private(set) var states = 0
    private(set) var transitions = 0
    private(set) var ends = 0
    /// Number of ends with two players in Picture in Picture (contract §2.4, rule 3).
    private(set) var endsWithTwo = 0
    var limit = Int.max

    /// Two hashes make a collision among millions of states improbable (2⁻⁸⁰).
    private struct Mark: Hashable {
        let first: Int
        let second: Int

        init(_ world: ModelWorld) {
            var hasher = Hasher()
            world.hash(into: &hasher)
            first = hasher.finalize()
            var other = Hasher()
            other.combine(0x9E37)
            world.hash(into: &other)
            second = other.finalize()
        }
    }

    /// - Returns: nil, or the path to a violation.
    mutating func run(host: ModelWorld.Host, _ options: ModelOptions) -> String? {
        var path: [ModelWorld.Step] = []
        do throws(ModelViolation) {
            let start = try ModelWorld.initial(host: host, options)
            var visited: Set<Mark> = [Mark(start)]
            states += 1
            // Depth first; each level has the untried steps of its state.
            var stack: [(world: ModelWorld, steps: [ModelWorld.Step])] = [(start, start.steps(options))]
            while let top = stack.last {
                guard let step = top.steps.last else {
                    stack.removeLast()
                    _ = path.popLast()
                    continue
                }
                stack[stack.count - 1].steps.removeLast()
                path.append(step)
                var world = top.world
                try world.take(step)
                transitions += 1
                guard visited.insert(Mark(world)).inserted, states < limit else {
                    path.removeLast()
                    continue
                }
                states += 1
                let next = world.steps(options)
                if next.allSatisfy({ if case .fault = $0 { true } else { false } }) {
                    ends += 1
                    try world.checkEnd(options)
                    if world.processes.allSatisfy({ $0.isAlive && $0.session.snapshot.isActive }) { endsWithTwo += 1 }
                }
                stack.append((world, next))
            }
            return nil
        } catch {
            return "\(error)\n\(Self.story(path, host: host, options))"
        }
    }

    /// Replays a path and returns each delegate's callbacks.
    private static func story(_ path: [ModelWorld.Step], host: ModelWorld.Host, _ options: ModelOptions) -> String {
        guard var world = try? ModelWorld.initial(host: host, options) else { return "" }
        var lines: [String] = []
        for step in path {
            let before = world.processes.map(\.trace.count)
            let head = { () -> String in
                switch step {
                case .toBroker(let side): return "\(world[side].outbox.first.map { "\($0)" } ?? "")"
                case .toClient(let side): return "\(world[side].inbox.first.map { "\($0)" } ?? "")"
                default: return ""
                }
            }()
            try? world.take(step, keepsTrace: true)
            lines.append("  \(short("\(step) \(head)"))")
            for side in ModelWorld.Side.allCases {
                for entry in world[side].trace.dropFirst(before[side.rawValue]) {
                    lines.append("      \(short("\(side): \(entry)"))")
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the text without names of modules and types.
    private static func short(_ text: String) -> String {
        var result = ""
        var word = ""
        for character in text {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else if character == ".", word.first?.isUppercase == true {
                word = ""
            } else {
                result += word + String(character)
                word = ""
            }
        }
        return result + word
    }
}
