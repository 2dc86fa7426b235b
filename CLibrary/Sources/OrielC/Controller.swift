public import COriel
import Oriel

// Picture in Picture.

@c @implementation @MainActor public func oriel_controller_new(
    _ view: OpaquePointer?, _ callbacks: UnsafePointer<oriel_controller_callbacks>?,
    _ playback: UnsafePointer<oriel_playback>?, _ controller: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: controller) { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        return try ControllerHandle(
            of: view, callbacks == nil ? nil : Arguments.structure(callbacks, "callbacks"),
            playback == nil ? nil : Arguments.structure(playback, "playback"))
    }
}

@c @implementation @MainActor public func oriel_controller_free(_ controller: OpaquePointer?) -> oriel_error {
    onMainThread { () throws(Failure) in
        guard let controller else { return }
        let handle: ControllerHandle = try Handles.find(controller)
        handle.free()
    }
}

@c @implementation @MainActor public func oriel_controller_start(_ controller: OpaquePointer?) -> oriel_error {
    onController(controller) { $0.startPictureInPicture() }
}

@c @implementation @MainActor public func oriel_controller_start_when_possible(
    _ controller: OpaquePointer?, _ limit: Int64
) -> oriel_error {
    onController(controller) { $0.startPictureInPictureWhenPossible(within: max(.zero, Arguments.time(limit))) }
}

@c @implementation @MainActor public func oriel_controller_stop(_ controller: OpaquePointer?) -> oriel_error {
    onController(controller) { $0.stopPictureInPicture() }
}

@c @implementation @MainActor public func oriel_controller_close(_ controller: OpaquePointer?) -> oriel_error {
    onController(controller) { $0.closePictureInPicture() }
}

@c @implementation @MainActor public func oriel_controller_return(_ controller: OpaquePointer?) -> oriel_error {
    onController(controller) { $0.returnFromPictureInPicture() }
}

@c @implementation @MainActor public func oriel_controller_swap(_ controller: OpaquePointer?) -> oriel_error {
    onController(controller) { $0.swapPictureInPicture() }
}

@c @implementation @MainActor public func oriel_controller_get(
    _ controller: OpaquePointer?, _ state: UnsafeMutablePointer<oriel_controller_state>?
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ControllerHandle = try Handles.find(controller)
        try Arguments.answer(handle.state, to: state, "state")
    }
}

@c @implementation @MainActor public func oriel_controller_set(
    _ controller: OpaquePointer?, _ setting: oriel_setting, _ value: Bool
) -> oriel_error {
    onController(controller) { controller throws(Failure) in
        switch setting {
        case ORIEL_REQUIRES_LINEAR_PLAYBACK: controller.requiresLinearPlayback = value
        case ORIEL_STARTS_AUTOMATICALLY_FROM_INLINE: controller.canStartPictureInPictureAutomaticallyFromInline = value
        case ORIEL_ALLOWS_AUTOMATIC_START: controller.allowsAutomaticStart = value
        case ORIEL_PAUSES_WHEN_SESSION_IS_HIDDEN: controller.pausesWhenSessionIsHidden = value
        case ORIEL_STOPS_WHEN_MEDIA_ENDS: controller.stopsWhenMediaEnds = value
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no setting \(setting.rawValue)")
        }
    }
}

@c @implementation @MainActor public func oriel_controller_move(
    _ controller: OpaquePointer?, _ corner: oriel_corner
) -> oriel_error {
    onController(controller) { controller throws(Failure) in
        guard controller.movePictureInPicture(to: try Arguments.corner(corner) ?? .bottomRight) else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "nothing floats, or only the compositor can move it")
        }
    }
}

@c @implementation @MainActor public func oriel_controller_resize(
    _ controller: OpaquePointer?, _ width: CInt, _ height: CInt
) -> oriel_error {
    onController(controller) { controller throws(Failure) in
        guard let size = try Arguments.size(width, height, "Picture in Picture") else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "Picture in Picture can't be of no size")
        }
        guard controller.resizePictureInPicture(within: size) else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "nothing floats")
        }
    }
}

@c @implementation public func oriel_controller_restored(
    _ controller: OpaquePointer?, _ request: UInt64, _ isRestored: Bool
) -> oriel_error {
    onAnyThread { () throws(Failure) in
        let handle: ControllerHandle = try Handles.find(controller)
        try handle.questions.answer(request, isRestored)
    }
}

@c @implementation public func oriel_controller_skipped(_ controller: OpaquePointer?, _ request: UInt64) -> oriel_error
{
    onAnyThread { () throws(Failure) in
        let handle: ControllerHandle = try Handles.find(controller)
        try handle.questions.answer(request, true)
    }
}

@c @implementation @MainActor public func oriel_controller_invalidate_playback(
    _ controller: OpaquePointer?
) -> oriel_error {
    onController(controller) { $0.invalidatePlaybackState() }
}

@MainActor
private func onController(
    _ controller: OpaquePointer?, _ body: (PictureInPictureController) throws(Failure) -> Void
) -> oriel_error {
    onMainThread { () throws(Failure) in
        let handle: ControllerHandle = try Handles.find(controller)
        try body(handle.controller)
    }
}
