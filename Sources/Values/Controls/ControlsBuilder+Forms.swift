import OrielGeometry
import OrielTexts

/// Arrangements of the controls for each form.
extension ControlsBuilder {
    /// Builds the overlay's form: return and close in the upper corners, play/pause between the skips in the middle,
    /// the bar at the bottom. A bar without times and buttons is a thin line.
    mutating func buildOverlay() {
        buildCorners()
        buildMiddle()
        let trailing = trailingCells
        let middle = middleCells
        guard !(middle.isEmpty && trailing.isEmpty) else { return addStatus(above: size.height - margin) }
        let isThin = trailing.isEmpty && middle.contains(.track) && !elements.contains(.time)
        let height = isThin ? pixels(style.knob + 4) : pixels(style.barHeight)
        var bar = Rect(
            x: margin, y: size.height - margin - height, width: size.width - 2 * margin, height: height)
        let padding = pixels(style.barPadding)
        // A button's icon already has a distance to the end.
        let endPadding = trailing.isEmpty ? padding : pixels((style.barHeight - style.button) / 2)
        if !middle.contains(.track) {
            bar.width = width(of: middle + trailing) + (middle.isEmpty ? endPadding : padding) + endPadding
            bar.x = (size.width - bar.width) / 2
        }
        // The bar and the buttons of the middle don't touch.
        if let lowest = places.map(\.maxY).max(), lowest + 2 * gap > bar.y { isCrowded = true }
        draw(
            .plate(bar, radius: min(style.barRadius * scale, Double(height) / 2), color: style.plateColor), in: .bottom)
        places.append(bar)
        let isRightToLeft = surroundings.isRightToLeft
        let start = middle.isEmpty ? endPadding : padding
        let row = Rect(
            x: bar.x + (isRightToLeft ? endPadding : start), y: bar.y, width: bar.width - start - endPadding,
            height: bar.height)
        fill(row, leading: [], middle: middle, trailing: trailing)
        if !addHint(above: bar.y) { addStatus(above: bar.y) }
    }

    /// The buttons at the bar's end, in the order of `buttons`.
    private var trailingCells: [Cell] {
        let cells: [Cell] = buttons.compactMap { element in
            switch element {
            case .speed: state.isPlayable && !state.isLive ? .word(.speed, SpeedText.text(state.speed)) : nil
            case .subtitles: state.hasSubtitles ? button(.subtitles, subtitlesIcon) : nil
            case .mute: state.volume != nil ? button(.mute, speakerIcon) : nil
            default: nil
            }
        }
        return cells.isEmpty ? [] : [.gap(gap)] + cells
    }

    private mutating func buildCorners() {
        let side = pixels(style.button)
        let isRightToLeft = surroundings.isRightToLeft
        func place(_ number: Int, isLeading: Bool) -> Rect {
            // For touch, neighbours keep the distance that their targets need.
            let offset = margin + number * (max(side, leastTarget) + gap)
            let x = isLeading != isRightToLeft ? offset : size.width - offset - side
            return Rect(x: x, y: margin, width: side, height: side)
        }
        var count = 0
        for element in buttons {
            let (control, icon): (Control, ControlsIcon)
            switch element {
            case .stopPictureInPicture: (control, icon) = (.stopPictureInPicture, .stopPictureInPicture)
            case .swap where state.canSwap: (control, icon) = (.swap, .swap)
            case .lock: (control, icon) = (.lock, .locked)
            case .crop: (control, icon) = (.crop, .crop)
            case .close:
                addButton(
                    .close, .icon(.close), side: style.icon, at: place(0, isLeading: false), in: .top, isAlone: true)
                continue
            default: continue
            }
            addButton(
                control, .icon(icon), side: style.icon, at: place(count, isLeading: true), in: .top, isAlone: true)
            count += 1
        }
    }

    private mutating func buildMiddle() {
        guard state.isPlayable else { return }
        let center = size.width / 2
        func add(_ control: Control, _ icon: ControlsIcon, _ side: Double, _ iconSide: Double, at distance: Int) {
            let side = pixels(side)
            let place = Rect(
                x: center + distance - side / 2, y: (size.height - side) / 2, width: side, height: side)
            addButton(control, .icon(icon), side: iconSide, at: place, in: .middle, isAlone: true)
        }
        // Distance from the middle at which the next button on each side may begin.
        var edge = -gap
        if elements.contains(.playPause) {
            add(.playPause, playIcon, style.playButton, style.playIcon, at: 0)
            edge = cell(style.playButton) / 2
        }
        var (left, right) = (edge, edge)
        func next(_ edge: inout Int, _ side: Double) -> Int {
            let width = cell(side)
            defer { edge += 2 * gap + width }
            return edge + 2 * gap + width / 2
        }
        for element in buttons {
            switch element {
            case .skips where state.isSkippable:
                let side = style.skipButton
                add(.skipBackward, .skipBackward, side, style.skipIcon, at: -next(&left, side))
                add(.skipForward, .skipForward, side, style.skipIcon, at: next(&right, side))
            case .previousItem where state.list != nil:
                add(.previousItem, .previousItem, style.skipButton, style.icon, at: -next(&left, style.skipButton))
            case .nextItem where state.list != nil:
                add(.nextItem, .nextItem, style.skipButton, style.icon, at: next(&right, style.skipButton))
            default: break
            }
        }
    }

    /// Builds the window's form: all controls in one bar, and the title at the top.
    mutating func buildWindow() {
        let height = pixels(style.barHeight)
        let width = min(size.width - 2 * margin, pixels(style.widestBar))
        let bar = Rect(x: (size.width - width) / 2, y: size.height - margin - height, width: width, height: height)
        draw(.plate(bar, radius: style.barRadius * scale, color: style.plateColor), in: .bottom)
        places.append(bar)
        var leading = state.isPlayable ? [button(.playPause, playIcon, icon: style.playIcon)] : []
        if state.isPlayable, state.isSkippable, elements.contains(.skips) {
            leading.insert(button(.skipBackward, .skipBackward, icon: style.skipIcon), at: 0)
            leading.append(button(.skipForward, .skipForward, icon: style.skipIcon))
        }
        if state.isPlayable, state.list != nil, elements.contains(.items) {
            leading.insert(button(.previousItem, .previousItem), at: 0)
            leading.append(button(.nextItem, .nextItem))
        }
        var trailing: [Cell] = []
        if state.volume != nil, elements.contains(.mute) {
            // The slider opens beside the button, which stays where it is.
            if elements.contains(.volumeSlider) { trailing += [.gap(2 * gap), .volumeTrack, .gap(gap)] }
            trailing.append(button(.mute, speakerIcon))
        }
        if state.hasAudioTracks, elements.contains(.audioTracks) { trailing.append(button(.audioTracks, .audioTracks)) }
        if state.hasSubtitles, elements.contains(.subtitles) { trailing.append(button(.subtitles, subtitlesIcon)) }
        if elements.contains(.menu) { trailing.append(button(.menu, .menu)) }
        if state.canSwap, elements.contains(.swap) { trailing.append(button(.swap, .swap)) }
        if state.canStartPictureInPicture, elements.contains(.startPictureInPicture) {
            trailing.append(button(.startPictureInPicture, .startPictureInPicture))
        }
        if elements.contains(.fullScreen) {
            let isFull = state.form == .fullScreen
            trailing.append(button(.fullScreen, isFull ? .leaveFullScreen : .enterFullScreen))
        }
        let padding = pixels(style.barPadding)
        fill(
            Rect(x: bar.x + padding, y: bar.y, width: bar.width - 2 * padding, height: bar.height),
            leading: leading, middle: [.gap(2 * gap)] + middleCells + [.gap(2 * gap)], trailing: trailing)
        if state.frame == nil { addTitle() } else { addFrame() }
        if !addHint(above: bar.y) { addStatus(above: bar.y) }
    }

    private func button(_ control: Control, _ icon: ControlsIcon, icon side: Double? = nil) -> Cell {
        .button(control, icon, side: style.button, icon: side ?? style.icon)
    }

    /// The title, after the item's number in its list.
    private var title: String {
        guard let list = state.list, !state.title.isEmpty else { return state.title }
        return localized("\(list.number) of \(list.count)  ·  \(state.title)")
    }

    /// Adds the title at the top, as wide as it is, clear of messages in the upper left corner.
    private mutating func addTitle() {
        guard !title.isEmpty, elements.contains(.title) else { return }
        let height = pixels(style.lineHeight + 8)
        let width = size.width * 3 / 4
        let area = Rect(x: (size.width - width) / 2, y: margin, width: width, height: height)
        guard width >= 8 * height else { return isCrowded = true }
        addBox(title, at: area, in: .top)
    }

    /// Adds a window's upper edge: the title, and the buttons that a compositor's frame would have.
    private mutating func addFrame() {
        guard let frame = state.frame else { return }
        let height = cell(style.button)
        let bar = Rect(x: 0, y: 0, width: size.width, height: height)
        draw(.plate(bar, radius: 0, color: style.plateColor), in: .top)
        places.append(bar)
        var buttons: [(Control, ControlsIcon)] = [(.closeWindow, .close)]
        if frame.canMaximize { buttons.append((.maximizeWindow, frame.isMaximized ? .unmaximize : .maximize)) }
        if frame.canMinimize { buttons.append((.minimizeWindow, .minimize)) }
        let isRightToLeft = surroundings.isRightToLeft
        for (index, (control, icon)) in buttons.enumerated() {
            let x = isRightToLeft ? index * height : size.width - (index + 1) * height
            let place = Rect(x: x, y: 0, width: height, height: height)
            addButton(control, .icon(icon), side: style.icon * 0.8, at: place, in: .top, isAlone: false)
        }
        // Both ends keep the buttons' width, so that the title stands in the middle.
        let end = buttons.count * height + gap
        guard elements.contains(.title), !title.isEmpty, size.width > 2 * end + 4 * height else { return }
        let area = Rect(x: end, y: 0, width: size.width - 2 * end, height: height)
        draw(.text(makeText(title, in: area, .center)), in: .top)
    }
}
