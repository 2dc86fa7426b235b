import Glibc

/// Compares several ways to draw in alternation, so that other load on the machine affects them equally.
struct Comparison {
    static let names = ["read", "raster", "libswscale", "portable", "plan", "light"]
    var rounds: Int

    func print() {
        let head = ["milliseconds a frame"] + Self.names + ["libswscale / raster"]
        Swift.print("| " + head.joined(separator: " | ") + " |")
        Swift.print("|" + String(repeating: "---|", count: head.count))
        for reduction in Reduction.all {
            let medians = measure(reduction)
            let ratio = medians[2] / max(medians[1], 1e-9)
            let cells = [reduction.description] + (medians + [ratio]).map(Self.text)
            Swift.print("| " + cells.joined(separator: " | ") + " |")
        }
    }

    /// Returns the median time of each way over all rounds.
    private func measure(_ reduction: Reduction) -> [Double] {
        let drawers = Self.names.compactMap { reduction.drawer(named: $0) }
        var times = [[Double]](repeating: [], count: drawers.count)
        for round in 0...rounds {
            for (index, draw) in drawers.enumerated() {
                let frames = 20
                let before = Self.processorTime()
                for frame in 0..<frames { draw(round * frames + frame) }
                // The first round creates tables and touches memory, so it doesn't count.
                if round > 0 { times[index].append((Self.processorTime() - before) * 1000 / Double(frames)) }
            }
        }
        return times.map { $0.sorted()[$0.count / 2] }
    }

    /// CPU time of this thread in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func text(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
