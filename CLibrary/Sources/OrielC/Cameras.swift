public import COriel
import Oriel

// Cameras.

@c @implementation @MainActor public func oriel_camera_new(
    _ view: OpaquePointer?, _ options: UnsafePointer<oriel_camera_options>?,
    _ camera: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: camera) { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        return try CameraHandle(
            for: view, options == nil ? oriel_camera_options() : Arguments.structure(options, "options"))
    }
}

@c @implementation @MainActor public func oriel_camera_free(_ camera: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let camera else { return }
        let handle: CameraHandle = try Handles.find(camera)
        handle.free()
    }
}

@c @implementation @MainActor public func oriel_camera_get(
    _ camera: OpaquePointer?, _ state: UnsafeMutablePointer<oriel_camera_state>?
) -> oriel_error {
    onCamera(camera) { handle throws(Failure) in try Arguments.answer(handle.state, to: state, "state") }
}

@c @implementation @MainActor public func oriel_camera_get_id(
    _ camera: OpaquePointer?, _ number: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onCamera(camera) { handle throws(Failure) in
        try Arguments.answer(handle.camera(number).id, to: buffer, size, length)
    }
}

@c @implementation @MainActor public func oriel_camera_get_name(
    _ camera: OpaquePointer?, _ number: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ length: UnsafeMutablePointer<Int>?
) -> oriel_error {
    onCamera(camera) { handle throws(Failure) in
        try Arguments.answer(handle.camera(number).name, to: buffer, size, length)
    }
}

@c @implementation @MainActor public func oriel_camera_choose(
    _ camera: OpaquePointer?, _ id: UnsafePointer<CChar>?
) -> oriel_error {
    onCamera(camera) { handle throws(Failure) in
        guard let id = try Arguments.optionalText(id, "id") else { return handle.source.choose(nil) }
        guard let camera = handle.source.cameras.first(where: { $0.id == id }) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "there is no camera \(id)")
        }
        handle.source.choose(camera)
    }
}

@c @implementation @MainActor public func oriel_camera_set_suspended(
    _ camera: OpaquePointer?, _ isSuspended: Bool
) -> oriel_error {
    onCamera(camera) { $0.source.isSuspended = isSuspended }
}

@MainActor
private func onCamera(_ camera: OpaquePointer?, _ body: (CameraHandle) throws(Failure) -> Void) -> oriel_error {
    onMainThread { () throws(Failure) in try body(Handles.find(camera)) }
}
