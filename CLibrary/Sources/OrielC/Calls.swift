import COriel
import Glibc

// Return values of functions that C calls.

/// Runs a function that any thread may call, and returns its code.
func onAnyThread(_ body: () throws(Failure) -> Void) -> oriel_error {
    do throws(Failure) { try body() } catch {
        LastError.set(error.text)
        return error.code
    }
    return ORIEL_OK
}

/// The process that used the library first; a child of `fork` has its memory and none of its threads.
private let process = getpid()

/// Runs a function of the main thread, and returns its code. Checks the thread, because a C caller is on the main
/// actor only by its own claim.
@MainActor
func onMainThread(_ body: () throws(Failure) -> Void) -> oriel_error {
    onAnyThread { () throws(Failure) in
        guard oriel_is_first_thread() else {
            throw Failure(ORIEL_ERROR_THREAD, "this function belongs to the main thread, and was called on another")
        }
        guard oriel_is_main_queues_thread() else {
            throw Failure(ORIEL_ERROR_THREAD, "the library was loaded by another thread than the main one")
        }
        guard getpid() == process else {
            throw Failure(ORIEL_ERROR_THREAD, "a child of fork can't use the library before exec")
        }
        try body()
    }
}

/// Runs a function of the main thread that creates an object with a handle.
@MainActor
func onMainThread<Object: Handled>(
    giving handle: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(Failure) -> Object
) -> oriel_error {
    handle?.pointee = nil
    return onMainThread { () throws(Failure) in
        guard let handle else { throw .isNull("where the handle goes") }
        let object = try body()
        object.handle = Handles.add(object)
        handle.pointee = object.handle
    }
}
