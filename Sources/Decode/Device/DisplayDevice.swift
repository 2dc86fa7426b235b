import OrielPlatform

/// The device with which this process's compositor draws, for the choice of the one that decodes. Any thread.
package enum DisplayDevice {
    private enum Answer: Sendable {
        case unasked
        case asked
        /// The device's number (`dev_t`); nil if the compositor doesn't tell it.
        case told(UInt64?)
    }

    private static let answer = Monitor(Answer.unasked)

    /// Notes that the compositor was asked.
    package static func ask() { answer.update { if case .unasked = $0 { $0 = .asked } } }

    /// Notes the compositor's answer.
    package static func tell(_ number: UInt64?) { answer.update { $0 = .told(number) } }

    /// Returns the device's number; nil if it is unknown. Waits for an answer that is on its way, at most for `limit`.
    static func number(within limit: Duration) -> UInt64? {
        let number = answer.wait(upTo: limit) { answer -> UInt64?? in
            switch answer {
            case .unasked: .some(nil)
            case .asked: nil
            case .told(let number): .some(number)
            }
        }
        return number ?? nil
    }
}
