package import CPulse

/// Operations at a sound server whose answers call back an object, so that they can be cancelled before it goes. Sound thread only.
package struct PulseQuestions {
    private let pulse: oriel_pulse
    private var open: [OpaquePointer] = []

    package init(_ pulse: oriel_pulse) { self.pulse = pulse }

    /// The number of operations that are kept.
    package var count: Int { open.count }

    /// Keeps an operation, which it owns from now on, and lets go of those that were answered.
    package mutating func add(_ operation: OpaquePointer) {
        let pulse = pulse
        open.removeAll { operation in
            guard pulse.operation_get_state(operation) != PA_OPERATION_RUNNING else { return false }
            pulse.operation_unref(operation)
            return true
        }
        open.append(operation)
    }

    /// Cancels all: none of them calls back any more.
    package mutating func cancelAll() {
        for operation in open {
            pulse.operation_cancel(operation)
            pulse.operation_unref(operation)
        }
        open = []
    }
}
