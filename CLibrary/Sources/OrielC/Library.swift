public import COriel
import Glibc
import Oriel

// Functions without a handle.

/// Text that lasts as long as the process: never written and never freed, so any thread may read it.
private struct LastingText: @unchecked Sendable {
    let pointer: UnsafePointer<CChar>?

    init(_ text: String) { pointer = UnsafePointer(strdup(text)) }
}

private enum Texts {
    static let version = LastingText(ORIEL_VERSION)
    static let none = LastingText("")
    static let errors: [oriel_error.RawValue: LastingText] = [
        ORIEL_OK: "no error", ORIEL_ERROR_ARGUMENT: "an argument can't be used",
        ORIEL_ERROR_HANDLE: "not such a handle",
        ORIEL_ERROR_THREAD: "called on the wrong thread", ORIEL_ERROR_START: "it can't be started",
        ORIEL_ERROR_CONNECTION_LOST: "the compositor is gone", ORIEL_ERROR_CLOSED: "it has ended",
        ORIEL_ERROR_BUSY: "there is one already", ORIEL_ERROR_UNSUPPORTED: "it can't be had here",
        ORIEL_ERROR_FRAME: "not a frame of its format", ORIEL_ERROR_TIME: "a frame's time is not later",
        ORIEL_ERROR_FULL: "too many frames wait", ORIEL_ERROR_MEMORY: "there is no memory",
    ].reduce(into: [:]) { $0[$1.key.rawValue] = LastingText($1.value) }
    static let unknown = LastingText("an unknown error")
    static let starts: [oriel_start_error.RawValue: LastingText] =
        PictureInPictureError.allCases.reduce(into: [:]) {
            $0[oriel_start_error($1).rawValue] = LastingText($1.description)
        }
}

@c @implementation public func oriel_version() -> UnsafePointer<CChar>? { Texts.version.pointer }

@c @implementation public func oriel_error_text(_ error: oriel_error) -> UnsafePointer<CChar>? {
    (Texts.errors[error.rawValue] ?? Texts.unknown).pointer
}

@c @implementation public func oriel_start_error_text(_ error: oriel_start_error) -> UnsafePointer<CChar>? {
    (Texts.starts[error.rawValue] ?? Texts.unknown).pointer
}

@c @implementation public func oriel_last_error() -> UnsafePointer<CChar>? { LastError.text ?? Texts.none.pointer }

@c @implementation public func oriel_host_time() -> Int64 { Timebase.hostTime.nanoseconds }

@c @implementation public func oriel_set_log(
    _ level: oriel_log_level,
    _ log: (@convention(c) (oriel_log_level, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onAnyThread { () throws(Failure) in
        guard let least = LogReceiver.level(level) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "there is no level \(level.rawValue)")
        }
        LogReceiver.set(LogReceiver(least: least, function: log, data: data))
    }
}
