/// Numbers with a fraction in the language of the process.
public enum DecimalText {
    /// Returns a number with at most two digits after the language's separator, such as `1.25` or `1,25`; `-` for one
    /// that has no end or more than twelve digits.
    public static func text(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "-" }
        let hundredths = Int((abs(number) * 100).rounded())
        let sign = number < 0 && hundredths > 0 ? "-" : ""
        guard hundredths % 100 > 0 else { return "\(sign)\(hundredths / 100)" }
        let digits = hundredths % 10 == 0 ? "\(hundredths / 10 % 10)" : String("\(100 + hundredths % 100)".dropFirst())
        return "\(sign)\(hundredths / 100)\(separator)\(digits)"
    }

    /// A translation of `1.5` tells the separator.
    private static var separator: Character { localized("1.5").first { !$0.isNumber } ?? "." }
}
