/// Times as a clock shows them.
public enum ClockText {
    /// Returns a time such as `1:02:03`, or `2:03` if it has no hours; one before zero counts as zero.
    /// - Parameter hasHours: whether hours are there although they are 0, as beside a longer time.
    public static func text(_ time: Duration, hasHours: Bool = false) -> String {
        let seconds = max(time.components.seconds, 0)
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard hasHours || seconds >= 3600 else { return "\(seconds / 60):\(twoDigits(seconds % 60))" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
    }
}
