import COriel

// What functions return that C calls.

/// What a function returns that any thread may call.
func onAnyThread(_ body: () throws(Failure) -> Void) -> oriel_error {
    do throws(Failure) { try body() } catch {
        LastError.set(error.text)
        return error.code
    }
    return ORIEL_OK
}

/// What a function returns that belongs to the main thread. Its caller is C: that it is on the main actor is what it says of itself.
@MainActor
func onMainThread(_ body: () throws(Failure) -> Void) -> oriel_error {
    onAnyThread { () throws(Failure) in
        guard oriel_is_first_thread() else {
            throw Failure(ORIEL_ERROR_THREAD, "this function belongs to the main thread, and was called on another")
        }
        guard oriel_is_main_queues_thread() else {
            throw Failure(ORIEL_ERROR_THREAD, "the library was loaded by another thread than the main one")
        }
        try body()
    }
}

/// As `onMainThread`, of a function that makes something with a handle.
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
