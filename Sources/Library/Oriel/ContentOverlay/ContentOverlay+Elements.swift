public import OrielGeometry
public import OrielPlayer
public import OrielSurfaces

/// Labels, images and buttons over the picture, for an app without a drawing of its own.
extension ContentOverlay {
    /// Makes a text in white with a dark outline, in one line in the middle of its frame, which sets its size.
    /// - Parameters:
    ///   - text: asked at each drawing; `setNeedsDisplay()` shows another value. It keeps the objects that it names
    ///     until the overlay's view has closed; the form with a closure can name them weakly.
    ///   - application: draws the text, on a thread of its own.
    ///   - frame: returns the rectangle; see the property.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    public static func label(
        _ text: @autoclosure @escaping () -> String, in application: Application, frame: @escaping (Size) -> Rect
    ) throws(StartError) -> ContentOverlay {
        try label(text, in: application, frame: frame)
    }

    /// Makes a text, as `label(_:in:frame:)` does, whose closure may name the app's objects weakly.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    public static func label(
        _ text: @escaping () -> String, in application: Application, frame: @escaping (Size) -> Rect
    ) throws(StartError) -> ContentOverlay {
        let label = try OverlayText(in: application)
        let overlay = ContentOverlay(frame: frame) { label.draw(label: text(), on: $0) }
        overlay.accessibility = Accessibility(.label, text())
        label.overlay = overlay
        return overlay
    }

    /// Makes a button with a text on a dark ground, lighter while it is pressed.
    /// - Parameters:
    ///   - text: asked at each drawing; `setNeedsDisplay()` shows another value. It keeps the objects that it names
    ///     until the overlay's view has closed; the form with a closure can name them weakly.
    ///   - application: draws the text, on a thread of its own.
    ///   - frame: returns the rectangle; see the property.
    ///   - action: called when the button is clicked.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    public static func button(
        _ text: @autoclosure @escaping () -> String, in application: Application, frame: @escaping (Size) -> Rect,
        action: @escaping () -> Void
    ) throws(StartError) -> ContentOverlay {
        try button(text, in: application, frame: frame, action: action)
    }

    /// Makes a button, as `button(_:in:frame:action:)` does, whose text's closure may name the app's objects weakly.
    /// - Throws: `StartError` if the system refuses a file descriptor.
    public static func button(
        _ text: @escaping () -> String, in application: Application, frame: @escaping (Size) -> Rect,
        action: @escaping () -> Void
    ) throws(StartError) -> ContentOverlay {
        let label = try OverlayText(in: application)
        let overlay = button(frame: frame, action: action) { canvas, isPressed in
            canvas.fill(isPressed: isPressed)
            label.draw(label: text(), on: canvas)
        }
        overlay.accessibility = Accessibility(.button, text(), action: action)
        label.overlay = overlay
        return overlay
    }

    /// Makes an image in the middle of its frame, as large as its shape allows.
    /// - Parameters:
    ///   - image: asked at each drawing; `setNeedsDisplay()` shows another value. The form with a closure can name the
    ///     app's objects weakly.
    ///   - frame: returns the rectangle; see the property.
    public static func image(
        _ image: @autoclosure @escaping () -> OverlayImage, frame: @escaping (Size) -> Rect
    ) -> ContentOverlay { Self.image(image, frame: frame) }

    /// Makes an image, as `image(_:frame:)` does, whose closure may name the app's objects weakly.
    public static func image(
        _ image: @escaping () -> OverlayImage, frame: @escaping (Size) -> Rect
    ) -> ContentOverlay {
        ContentOverlay(frame: frame) { $0.draw(image()) }
    }

    /// Makes a button with an image in the middle half of a dark ground, lighter while it is pressed.
    /// - Parameters:
    ///   - image: asked at each drawing; `setNeedsDisplay()` shows another value. The form with a closure can name the
    ///     app's objects weakly.
    ///   - frame: returns the rectangle; see the property.
    ///   - action: called when the button is clicked.
    public static func button(
        _ image: @autoclosure @escaping () -> OverlayImage, frame: @escaping (Size) -> Rect,
        action: @escaping () -> Void
    ) -> ContentOverlay { button(image, frame: frame, action: action) }

    /// Makes a button, as `button(_:frame:action:)` does, whose image's closure may name the app's objects weakly.
    public static func button(
        _ image: @escaping () -> OverlayImage, frame: @escaping (Size) -> Rect, action: @escaping () -> Void
    ) -> ContentOverlay {
        button(frame: frame, action: action) { canvas, isPressed in
            canvas.fill(isPressed: isPressed)
            canvas.drawInMiddle(image())
        }
    }

    /// Makes a button that the app draws.
    /// - Parameters:
    ///   - frame: returns the rectangle; see the property.
    ///   - action: called when the button is clicked: pressed and released within its frame.
    ///   - draw: draws the button, and whether it is pressed.
    public static func button(
        frame: @escaping (Size) -> Rect, action: @escaping () -> Void, draw: @escaping (Canvas, Bool) -> Void
    ) -> ContentOverlay {
        var (size, isPressed) = (Size(width: 0, height: 0), false)
        let button = ContentOverlay(frame: frame) { canvas in
            size = canvas.frame.size
            draw(canvas, isPressed)
        }
        button.onActivate = action
        button.onPointer = { [weak button] event in
            let wasPressed = isPressed
            func isInside(_ x: Double, _ y: Double) -> Bool {
                x >= 0 && y >= 0 && x < Double(size.width) && y < Double(size.height)
            }
            switch event {
            case .pressed: isPressed = true
            case .moved(let x, let y): if wasPressed { isPressed = isInside(x, y) }
            case .left, .cancelled: isPressed = false
            case .released(let x, let y):
                isPressed = false
                if isInside(x, y) { action() }
            }
            if isPressed != wasPressed { button?.setNeedsDisplay() }
            return true
        }
        return button
    }
}
