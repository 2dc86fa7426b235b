/// Text of times in the controls.
package enum ControlsTime {
    /// Formats a time as `1:02:03`, or as `2:03` if neither it nor the duration has hours.
    package static func text(_ time: Duration, hasHours: Bool) -> String {
        let seconds = max(time.components.seconds, 0)
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard hasHours || seconds >= 3600 else { return "\(seconds / 60):\(twoDigits(seconds % 60))" }
        return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
    }

    /// Number of digits and colons of the longest text for times up to `length`.
    static func extent(upTo length: Duration) -> (digits: Int, colons: Int) {
        let seconds = max(length.components.seconds, 0)
        let hasHours = seconds >= 3600
        var (first, digits) = (hasHours ? seconds / 3600 : seconds / 60, hasHours ? 5 : 3)
        while first >= 10 { (first, digits) = (first / 10, digits + 1) }
        return (digits, hasHours ? 2 : 1)
    }
}
