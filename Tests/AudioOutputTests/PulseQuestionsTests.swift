import CPulse
import OrielAudioOutput
import Synchronization
import Testing

/// Operations at a sound server that are pending when their owner ends.
@Suite(.serialized) struct PulseQuestionsTests {
    private struct Operation: Hashable {
        var isRunning = true
        var isCancelled = false
        var references = 1
    }

    private static let operations = Mutex<[Int: Operation]>([:])

    private static func change(_ operation: OpaquePointer?, _ body: (inout Operation) -> Void) {
        operations.withLock { body(&$0[Int(bitPattern: operation), default: Operation()]) }
    }

    /// Returns a function table of libpulse with fake operations.
    private func library() throws -> oriel_pulse {
        let table = UnsafeMutablePointer<oriel_pulse>.allocate(capacity: 1)
        defer { table.deallocate() }
        var reason = [CChar](repeating: 0, count: 256)
        try #require(oriel_pulse_open("libpulse.so.0", table, &reason, reason.count))
        var pulse = table.pointee
        pulse.operation_cancel = { PulseQuestionsTests.change($0) { $0.isCancelled = $0.references > 0 } }
        pulse.operation_unref = { PulseQuestionsTests.change($0) { $0.references -= 1 } }
        pulse.operation_get_state = { operation in
            PulseQuestionsTests.operations.withLock {
                $0[Int(bitPattern: operation)]?.isRunning == true ? PA_OPERATION_RUNNING : PA_OPERATION_DONE
            }
        }
        return pulse
    }

    @Test func openQuestionsAreCancelled() throws {
        Self.operations.withLock { $0 = [:] }
        var questions = PulseQuestions(try library())
        let pointers = (1...3).compactMap { OpaquePointer(bitPattern: $0 * 16) }
        for pointer in pointers {
            Self.change(pointer) { _ in }
            questions.add(pointer)
        }
        questions.cancelAll()
        questions.cancelAll()
        let operations = Self.operations.withLock { $0 }
        #expect(operations.count == 3 && operations.values.allSatisfy { $0.isCancelled && $0.references == 0 })
        #expect(questions.count == 0)
    }

    /// A stream requests an operation each second, for hours.
    @Test func answeredQuestionsAreLetGo() throws {
        Self.operations.withLock { $0 = [:] }
        var questions = PulseQuestions(try library())
        for number in 1...1000 {
            let pointer = try #require(OpaquePointer(bitPattern: number * 16))
            Self.change(pointer) { _ in }
            questions.add(pointer)
            Self.change(pointer) { $0.isRunning = false }
            #expect(questions.count == 1)
        }
        let left = Self.operations.withLock { $0.values.count { $0.references != 0 } }
        #expect(left == 1)
    }
}
