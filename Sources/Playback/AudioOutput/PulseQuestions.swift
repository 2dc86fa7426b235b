package import CPulse

/// Pending operations at a sound server that call back an object. They are kept so that they can be cancelled before it
/// is destroyed. Sound thread only.
package struct PulseQuestions {
    private let pulse: oriel_pulse
    private var open: [OpaquePointer] = []

    package init(_ pulse: oriel_pulse) { self.pulse = pulse }

    /// Number of operations that are kept.
    package var count: Int { open.count }

    /// Keeps an operation, taking over its reference, and releases those that were answered.
    package mutating func add(_ operation: OpaquePointer) {
        let pulse = pulse
        open.removeAll { operation in
            guard pulse.operation_get_state(operation) != PA_OPERATION_RUNNING else { return false }
            pulse.operation_unref(operation)
            return true
        }
        open.append(operation)
    }

    /// Cancels all operations, so that none calls back any more.
    package mutating func cancelAll() {
        for operation in open {
            pulse.operation_cancel(operation)
            pulse.operation_unref(operation)
        }
        open = []
    }
}
