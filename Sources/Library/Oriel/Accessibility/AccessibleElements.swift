import OrielAccessibility
import OrielControls
import OrielGeometry
import OrielPlatform
import OrielSurfaces
import OrielTexts
import OrielWayland
import OrielWindows

/// A view whose elements screen readers reach.
@MainActor
protocol AccessibleView: AnyObject {
    var scene: PlayerScene { get }
    /// The panels in the window's picture with the places of their upper left corners, in logical pixels.
    var shownPanels: [(name: String, pages: PanelPages, origin: Point)] { get }
}

/// The elements of views as nodes of the accessibility tree, with the effects of their actions.
@MainActor
struct AccessibleElements {
    typealias Effect = @MainActor (AccessibleRequest) -> Void

    private(set) var windows: [AccessibleNode] = []
    private(set) var effects: [String: Effect] = [:]

    /// Adds the window and the overlay of a view.
    mutating func add(_ view: any AccessibleView, name: String) {
        let scene = view.scene
        if let picture = scene.windowScene.picture {
            let isInline = scene.windowScene.inline != nil
            var node = AccessibleNode("\(name)_window", isInline ? .panel : .frame, scene.title)
            let input = scene.windowScene.readyInput()
            let isPage = scene.showsPage
            if !isPage {
                let form: ControlsForm = scene.window?.isFullscreen == true ? .fullScreen : .window
                addControls(to: &node, of: view, form, picture, input)
            }
            addDrawings(.window, of: scene, on: picture, input, to: &node)
            for panel in view.shownPanels { add(panel.pages, at: panel.origin, to: &node, panel.name) }
            finish(&node, picture, input, isActive: scene.window?.isActivated == true)
        }
        if let picture = scene.floating?.picture {
            var node = AccessibleNode("\(name)_overlay", .frame, localized("Picture in Picture: \(scene.title)"))
            addControls(to: &node, of: view, .pictureInPicture, picture, scene.overlay.input)
            addDrawings(.pictureInPicture, of: scene, on: picture, scene.overlay.input, to: &node)
            finish(&node, picture, scene.overlay.input, isActive: hasKeyboard(picture, scene))
        }
    }

    private func hasKeyboard(_ picture: PictureSurface, _ scene: PlayerScene) -> Bool {
        scene.desktop.globals.seats.contains { $0.keyboardFocus === picture.surface }
    }

    /// Adds the open menu, and completes a window's states.
    private mutating func finish(
        _ node: inout AccessibleNode, _ picture: PictureSurface, _ input: SurfaceInput?, isActive: Bool
    ) {
        if let menu = input?.openMenu { add(menu.pages, at: menu.origin, to: &node, "popup") }
        node.area = Rect(origin: .zero, size: picture.size)
        if isActive {
            node.states.insert(.active)
            if !node.children.contains(where: \.hasFocus) { node.states.insert(.focused) }
        }
        if picture.isShowing { node.show() }
        windows.append(node)
    }

    // MARK: Controls

    private mutating func addControls(
        to window: inout AccessibleNode, of view: any AccessibleView, _ form: ControlsForm, _ picture: PictureSurface,
        _ input: SurfaceInput?
    ) {
        guard let input, !input.isWithoutControls, view.scene.wantsControls(form),
            let state = view.scene.delegate?.controlsState(form)
        else { return }
        let panels = view.scene.panelSurroundings
        let surroundings = ControlsLayout.Surroundings(
            surface: picture.size, scale: picture.scale, isRightToLeft: panels.isRightToLeft,
            textScale: panels.textScale)
        // As the keyboard has them: with the slider of the volume.
        let layout = ControlsLayout(state, in: surroundings, focus: .playPause)
        let areas = Dictionary(layout.targets.map { ($0.control, $0.area) }) { first, _ in first }
        let open = input.openMenu?.pages.page ?? view.shownPanels.last?.pages.page
        for control in layout.order(isRightToLeft: surroundings.isRightToLeft) {
            var node = Self.node(control, state, id: "\(window.id)_\(control)")
            node.area = areas[control]?.divided(by: picture.scale)
            if let page = control.menuPage, page == open { node.states.insert(.expanded) }
            if input.focusedControl == control { node.states.insert(.focused) }
            effects[node.id] = { [weak scene = view.scene, weak input] request in
                if let scene, let input { scene.perform(request, control, on: input) }
            }
            window.children.append(node)
        }
    }

    private static func node(_ control: Control, _ state: ControlsState, id: String) -> AccessibleNode {
        // A toggle keeps its name, and tells whether it is pressed.
        var unpressed = state
        unpressed.isMuted = false
        if state.form == .fullScreen { unpressed.form = .window }
        let isToggle = control == .mute || control == .fullScreen
        let isPressed = control == .mute ? state.isMuted : state.form == .fullScreen
        let role: AccessibleRole = control.isDragged ? .slider : isToggle ? .toggleButton : .pushButton
        var node = AccessibleNode(id, role, control.label(in: isToggle ? unpressed : state))
        node.states.insert(.focusable)
        node.key = state.keys[control] ?? ""
        switch control {
        case .scrubber:
            let length = state.duration ?? .zero
            func text(_ time: Duration) -> String { ClockText.text(time, hasHours: length >= .seconds(3600)) }
            node.states.insert(.horizontal)
            if !state.isScrubbable { node.states.subtract([.sensitive, .enabled]) }
            var value = AccessibleNode.Value(
                state.position.seconds, in: 0...max(length.seconds, 0), step: 5,
                text: localized("\(text(state.position)) of \(text(length))"))
            value.runs = true
            node.value = value
        case .volume:
            let volume = state.volume ?? 0
            node.states.insert(.horizontal)
            node.value = AccessibleNode.Value(
                Double(volume), in: 0...Double(ControlsState.fullVolume), step: 5, text: "\(volume) %")
        default:
            node.action = "press"
            if isToggle, isPressed { node.states.insert(.pressed) }
            if control.menuPage != nil { node.states.formUnion([.hasPopup, .expandable]) }
        }
        return node
    }

    // MARK: Panels

    /// Adds a menu, or a page.
    private mutating func add(_ pages: PanelPages, at origin: Point, to window: inout AccessibleNode, _ name: String) {
        let (controls, panel) = (pages.controls, pages.controls.panel)
        let scale = controls.surroundings.scale
        var menu = AccessibleNode(
            "\(window.id)_\(name)", panel.isPage ? .list : .menu, panel.title.isEmpty ? window.name : panel.title)
        menu.area = Rect(origin: origin, size: controls.layout.size)
        let areas = Dictionary(controls.layout.targets.map { ($0.target, $0.area) }) { first, _ in first }
        func area(_ target: PanelTarget) -> Rect? { areas[target]?.divided(by: scale).offset(by: origin) }
        if panel.hasParent {
            var back = AccessibleNode("\(menu.id)_back", .pushButton, localized("Back"))
            (back.area, back.action) = (area(.back), "press")
            effects[back.id] = { [weak pages] in if $0 == .press { pages?.carryOut([.back], nil) } }
            menu.children.append(back)
        }
        // Readers keep what they know of an element, so that rows of different pages have different names.
        let prefix = menu.id + "_" + Self.name(of: pages.page.map { "\($0)" } ?? "")
        for (index, row) in panel.rows.enumerated() where !row.label.isEmpty || row.isActive {
            var node = row.node(prefix + "_" + Self.name(of: row.id), isPage: panel.isPage)
            node.area = area(.row(index))
            if controls.hasFocus, controls.current == index { node.states.insert(.focused) }
            if row.isActive {
                node.states.insert(.focusable)
                effects[node.id] = { [weak pages] request in
                    switch request {
                    case .press: pages?.carryOut([.press(row.id)], nil)
                    case .set(let value): pages?.carryOut([.slide(row.id, to: value)], nil)
                    case .focus: pages?.change { $0.focus(row: index) }
                    }
                }
            }
            for (number, button) in row.buttons.enumerated() {
                var child = AccessibleNode("\(node.id)_\(number)", .pushButton, button.label)
                (child.area, child.action) = (area(.button(row: index, number)), "press")
                effects[child.id] = { [weak pages] in
                    if $0 == .press { pages?.carryOut([.pressButton(row.id, number)], nil) }
                }
                node.children.append(child)
            }
            menu.children.append(node)
        }
        window.children.append(menu)
    }

    // MARK: The app's drawings

    private mutating func addDrawings(
        _ placement: ContentOverlay.Placement, of scene: PlayerScene, on picture: PictureSurface,
        _ input: SurfaceInput?, to window: inout AccessibleNode
    ) {
        for (index, overlay) in scene.windowScene.contentOverlays.enumerated() where overlay.placement == placement {
            guard let description = overlay.accessibility else { continue }
            var node = AccessibleNode("\(window.id)_app\(index)", description.role.role, description.label())
            node.area = overlay.frame(picture.size)
            if overlay.press != nil { node.action = "press" }
            if let slider = description.slider {
                node.states.insert(.horizontal)
                let value = slider.present
                node.value = .init(value, in: slider.range, step: slider.step, text: DecimalText.text(value))
            }
            if overlay.takesFocus { node.states.insert(.focusable) }
            if input?.focusedOverlay === overlay { node.states.insert(.focused) }
            effects[node.id] = { [weak overlay, weak input] request in
                guard let overlay else { return }
                switch request {
                case .press: overlay.press?()
                case .set(let value): overlay.slide(to: value)
                case .focus: input?.moveFocus(to: overlay)
                }
            }
            window.children.append(node)
        }
    }

    /// The letters and digits that may stand in an object's path.
    private static func name(of text: String) -> String {
        String(
            text.prefix(60).map { $0 == " " ? "_" : $0 }.filter {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            })
    }
}

extension AccessibleNode {
    fileprivate var hasFocus: Bool { states.contains(.focused) || children.contains(where: \.hasFocus) }

    /// Marks the element and those in it as shown.
    fileprivate mutating func show() {
        states.insert(.showing)
        for index in children.indices { children[index].show() }
    }
}

extension PanelRow {
    /// The row as an element.
    fileprivate func node(_ id: String, isPage: Bool) -> AccessibleNode {
        let role: AccessibleRole =
            switch kind {
            case .heading, .title: .heading
            case .image: .image
            case .separator, .text: .label
            case .action, .menu: card != nil ? .listItem : isPage ? .pushButton : .menuItem
            case .toggle: .checkMenuItem
            case .choice: .radioMenuItem
            case .slider: .slider
            case .field: .entry
            }
        var node = AccessibleNode(id, role, label)
        node.description = detail
        if !isEnabled { node.states.subtract([.enabled, .sensitive]) }
        switch kind {
        case .heading, .separator, .text, .title, .image: break
        case .action: node.action = "press"
        case .menu:
            node.action = "press"
            node.states.insert(.hasPopup)
        case .toggle(let isOn), .choice(let isOn):
            node.action = "press"
            node.states.insert(.checkable)
            if isOn { node.states.insert(.checked) }
        case .slider(let slider):
            node.value = AccessibleNode.Value(
                slider.value, in: slider.range, step: slider.step, text: detail.isEmpty ? "\(slider.value)" : detail)
        case .field(let text, let placeholder):
            node.name = label.isEmpty ? placeholder : label
            node.description = text
            node.states.insert(.editable)
        }
        if !isActive { node.action = nil }
        return node
    }
}

extension PlayerScene {
    /// Does with a control the same as a hand.
    fileprivate func perform(_ request: AccessibleRequest, _ control: Control, on input: SurfaceInput) {
        let intents: [ControlsIntent] =
            switch (request, control) {
            case (.set(let value), .scrubber):
                [.beginScrubbing(.seconds(value)), .endScrubbing(.seconds(value))]
            case (.set(let value), .volume): [.setVolume(Int(value.rounded()))]
            case (.press, _) where !control.isDragged: [.press(control)]
            default: []
            }
        if request == .focus { input.moveFocus(to: control) }
        for intent in intents {
            if case .press(let control) = intent, let page = control.menuPage { return input.openMenu(page, .none) }
            delegate?.perform(intent, .none)
        }
    }
}

extension ContentOverlay.Accessibility.Role {
    fileprivate var role: AccessibleRole {
        switch self {
        case .label: .label
        case .image: .image
        case .button: .pushButton
        case .slider: .slider
        }
    }
}
