public import COriel
import Oriel

/// Object behind `oriel_application`.
@MainActor
final class ApplicationHandle: Handled {
    nonisolated static let noun = "an application"

    /// Application that has not ended.
    private static weak var current: Application?

    var handle: OpaquePointer?
    let application: Application
    /// Views, freed with the application.
    var views: [ViewHandle] = []
    /// Whether callbacks are running.
    private var isTurning = false

    init(id: String, handlesSignals: Bool, outlivesViews: Bool) throws(Failure) {
        if let current = Self.current, !current.isClosed {
            throw Failure(ORIEL_ERROR_BUSY, "there is an application already; one at a time can be")
        }
        LogReceiver.listen()
        do { application = try Application(id: id, handlesSignals: handlesSignals) } catch { throw Failure(error) }
        application.stopsAfterLastView = !outlivesViews
        Self.current = application
    }

    func run() throws(Failure) {
        guard !isTurning else {
            throw Failure(ORIEL_ERROR_BUSY, "the application is running, and this was called in a callback")
        }
        guard !application.isClosed else { throw Failure(ORIEL_ERROR_CLOSED, "the application has ended") }
        isTurning = true
        defer { isTurning = false }
        do { try application.run() } catch { throw Failure(error) }
    }

    func dispatch() throws(Failure) -> Bool {
        let wasTurning = isTurning
        isTurning = true
        defer { isTurning = wasTurning }
        do { return try application.dispatch() } catch { throw Failure(error) }
    }

    typealias Told = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

    /// Calls the program when the connection to the compositor is lost, and when it is restored.
    func listen(lost: Told?, restored: Told?, _ data: UnsafeMutableRawPointer?) {
        func call(_ told: Told?) -> () -> Void { { [weak self] in if let self { told?(handle, data) } } }
        application.onConnectionLost = call(lost)
        application.onConnectionRestored = call(restored)
    }

    /// Drawing may call the program for frames.
    func prepareToWait() -> Duration? {
        let wasTurning = isTurning
        isTurning = true
        defer { isTurning = wasTurning }
        return application.prepareToWait()
    }
}

@c @implementation @MainActor public func oriel_application_new(
    _ id: UnsafePointer<CChar>?, _ flags: CUnsignedInt, _ application: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: application) { () throws(Failure) in
        let id = try Arguments.text(id, "id")
        let flags = try Arguments.flags(flags, [ORIEL_HANDLES_SIGNALS, ORIEL_OUTLIVES_VIEWS])
        return try ApplicationHandle(
            id: id, handlesSignals: flags(ORIEL_HANDLES_SIGNALS), outlivesViews: flags(ORIEL_OUTLIVES_VIEWS))
    }
}

@c @implementation @MainActor public func oriel_application_free(_ application: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let application else { return }
        let handle: ApplicationHandle = try Handles.find(application)
        handle.application.close()
        for view in handle.views { view.free() }
        Handles.discard(application)
    }
}

@c @implementation @MainActor public func oriel_application_set_media_controls(
    _ application: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        handle.application.mediaControlsName = try Arguments.optionalText(name, "name")
    }
}

@c @implementation @MainActor public func oriel_application_run(_ application: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        try handle.run()
    }
}

@c @implementation @MainActor public func oriel_application_stop(_ application: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        handle.application.stop()
    }
}

@c @implementation @MainActor public func oriel_application_descriptor(
    _ application: OpaquePointer?, _ descriptor: UnsafeMutablePointer<CInt>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        guard let descriptor else { throw .isNull("descriptor") }
        descriptor.pointee = handle.application.descriptor
    }
}

@c @implementation @MainActor public func oriel_application_prepare(
    _ application: OpaquePointer?, _ milliseconds: UnsafeMutablePointer<CInt>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        guard let milliseconds else { throw .isNull("milliseconds") }
        // Rounded up, so that the timer is due when the wait ends.
        milliseconds.pointee =
            handle.prepareToWait().map { CInt(clamping: ($0.nanoseconds + 999_999) / 1_000_000) } ?? -1
    }
}

@c @implementation @MainActor public func oriel_application_dispatch(
    _ application: OpaquePointer?, _ goesOn: UnsafeMutablePointer<Bool>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        guard let goesOn else { throw .isNull("goes_on") }
        goesOn.pointee = try handle.dispatch()
    }
}

@c @implementation @MainActor public func oriel_application_set_connection(
    _ application: OpaquePointer?, _ lost: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ restored: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?, _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ApplicationHandle = try Handles.find(application)
        handle.listen(lost: lost, restored: restored, data)
    }
}
