import COriel
import Oriel

/// Reason why a function did nothing: its code, and one clear sentence without a full stop.
struct Failure: Error {
    let code: oriel_error
    let text: String

    init(_ code: oriel_error, _ text: String) {
        self.code = code
        self.text = text
    }

    init(_ error: StartError) { self.init(ORIEL_ERROR_START, error.description) }

    init(_ error: ConnectionLost) { self.init(ORIEL_ERROR_CONNECTION_LOST, error.description) }

    init(_ error: SampleBufferError) {
        let code =
            switch error {
            case .timeNotLater: ORIEL_ERROR_TIME
            case .queueFull: ORIEL_ERROR_FULL
            case .closed: ORIEL_ERROR_CLOSED
            case .outOfMemory: ORIEL_ERROR_MEMORY
            case .unsupportedDmabufFormat: ORIEL_ERROR_UNSUPPORTED
            default: ORIEL_ERROR_FRAME
            }
        self.init(code, error.description)
    }

    static func isNull(_ name: String) -> Failure { Failure(ORIEL_ERROR_ARGUMENT, "\(name) is NULL") }

    static func hasEnded(_ name: String) -> Failure { Failure(ORIEL_ERROR_CLOSED, "\(name) has ended") }
}
