public import COriel
import Oriel

// Views inside a surface of the program's.

@c @implementation @MainActor public func oriel_view_new_in_surface(
    _ application: OpaquePointer?, _ player: OpaquePointer?, _ display: OpaquePointer?, _ surface: OpaquePointer?,
    _ options: UnsafePointer<oriel_view_options>?, _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> oriel_error {
    onMainThread(giving: view) { () throws(Failure) in
        let application: ApplicationHandle = try Handles.find(application)
        guard let display else { throw .isNull("display") }
        guard let surface else { throw .isNull("surface") }
        let place = AppSurface(display: display, surface: surface)
        guard let player else {
            return try ViewHandle(framesIn: application, surface: place, ViewHandle.options(options))
        }
        return try ViewHandle(
            Handles.find(player), in: application, surface: place, ViewHandle.options(options))
    }
}

@c @implementation @MainActor public func oriel_view_set_surface(
    _ view: OpaquePointer?, _ display: OpaquePointer?, _ surface: OpaquePointer?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        var place: AppSurface?
        if let surface {
            guard let display else { throw .isNull("display") }
            place = AppSurface(display: display, surface: surface)
        }
        do throws(StartError) { try view.host.move(to: place) } catch { throw Failure(error) }
    }
}

@c @implementation @MainActor public func oriel_view_set_toplevel(
    _ view: OpaquePointer?, _ toplevel: OpaquePointer?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        do throws(StartError) { try view.host.setSurfaceToplevel(toplevel) } catch { throw Failure(error) }
    }
}

@c @implementation @MainActor public func oriel_view_set_frame(
    _ view: OpaquePointer?, _ x: CInt, _ y: CInt, _ width: CInt, _ height: CInt
) -> oriel_error {
    onSurface(view) { view in
        view.host.surfaceFrame = Rect(
            x: Int(x), y: Int(y), width: max(0, Int(width)), height: max(0, Int(height)))
    }
}

@c @implementation @MainActor public func oriel_view_set_clipped_frame(
    _ view: OpaquePointer?, _ frame: UnsafePointer<oriel_rectangle>?, _ clip: UnsafePointer<oriel_rectangle>?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        guard let frame else { throw .isNull("frame") }
        view.host.setSurfaceFrame(Rect(frame.pointee), clippedTo: clip.map { Rect($0.pointee) })
    }
}

@c @implementation @MainActor public func oriel_view_forward(
    _ view: OpaquePointer?, _ input: UnsafePointer<oriel_input>?, _ isUsed: UnsafeMutablePointer<Bool>?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        let event = try ForwardedInput(Arguments.structure(input, "input"))
        let result = view.host.forward(event)
        isUsed?.pointee = result
    }
}

extension Rect {
    fileprivate init(_ rectangle: oriel_rectangle) {
        self.init(
            x: Int(rectangle.x), y: Int(rectangle.y), width: max(0, Int(rectangle.width)),
            height: max(0, Int(rectangle.height)))
    }
}

extension ForwardedInput {
    fileprivate init(_ input: oriel_input) throws(Failure) {
        let finger = Int(truncatingIfNeeded: input.finger)
        let modifiers = KeyChord.Modifiers(rawValue: UInt8(truncatingIfNeeded: input.modifiers & 15))
        switch input.kind {
        case ORIEL_POINTER_MOVED: self = .pointerMoved(x: input.x, y: input.y)
        case ORIEL_POINTER_LEFT: self = .pointerLeft
        case ORIEL_BUTTON_PRESSED, ORIEL_BUTTON_RELEASED:
            self = .pointerButton(code: input.button, isPressed: input.kind == ORIEL_BUTTON_PRESSED)
        case ORIEL_TOUCH_BEGAN: self = .touchBegan(id: finger, x: input.x, y: input.y)
        case ORIEL_TOUCH_MOVED: self = .touchMoved(id: finger, x: input.x, y: input.y)
        case ORIEL_TOUCH_ENDED: self = .touchEnded(id: finger)
        case ORIEL_TOUCHES_CANCELLED: self = .touchesCancelled
        case ORIEL_KEY_PRESSED, ORIEL_KEY_REPEATED:
            self = .keyPressed(
                keysym: input.keysym, modifiers: modifiers, isRepeated: input.kind == ORIEL_KEY_REPEATED)
        case ORIEL_KEY_RELEASED: self = .keyReleased(keysym: input.keysym, modifiers: modifiers)
        case ORIEL_KEYBOARD_LEFT: self = .keyboardLeft
        default: throw Failure(ORIEL_ERROR_ARGUMENT, "there is no kind of input \(input.kind.rawValue)")
        }
    }
}

@c @implementation @MainActor public func oriel_view_set_commit_needed(
    _ view: OpaquePointer?, _ needed: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
    _ data: UnsafeMutableRawPointer?
) -> oriel_error {
    onSurface(view) { view in
        view.host.onSurfaceCommitNeeded = { [weak view] in if let view { needed?(view.handle, data) } }
    }
}

@c @implementation @MainActor public func oriel_view_set_synchronized(
    _ view: OpaquePointer?, _ isSynchronized: Bool
) -> oriel_error {
    onSurface(view) { view in view.host.isSynchronizedWithSurface = isSynchronized }
}

@c @implementation @MainActor public func oriel_view_stack(
    _ view: OpaquePointer?, _ isAbove: Bool, _ sibling: OpaquePointer?
) -> oriel_error {
    onSurface(view) { view throws(Failure) in
        guard let sibling else { throw .isNull("sibling") }
        if isAbove { view.host.place(above: sibling) } else { view.host.place(below: sibling) }
    }
}

@MainActor
private func onSurface(_ view: OpaquePointer?, _ body: (ViewHandle) throws(Failure) -> Void) -> oriel_error {
    onMainThread { () throws(Failure) in
        let view: ViewHandle = try Handles.find(view)
        guard view.isInline else {
            throw Failure(ORIEL_ERROR_UNSUPPORTED, "the view wasn't made for a surface of the program's")
        }
        try body(view)
    }
}
