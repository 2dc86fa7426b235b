/// Times as the controls write them.
enum ControlsTime {
    /// As `1:02:03`, or `2:03` where neither it nor what it is part of has hours.
    static func text(_ time: Duration, hasHours: Bool) -> String {
        let seconds = max(time.components.seconds, 0)
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard hasHours || seconds >= 3600 else { return "\(seconds / 60):\(twoDigits(seconds % 60))" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
    }

    /// So long a text is the longest that is needed up to `length`: of noughts, which are as wide as any digit.
    static func widest(_ length: Duration) -> String {
        String(text(length, hasHours: length >= .seconds(3600)).map { $0 == ":" ? ":" : "0" })
    }
}
