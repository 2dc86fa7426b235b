import OrielGeometry

/// Arrangements of the controls for each form.
extension ControlsBuilder {
    /// Builds the overlay's form: return and close in the upper corners, play/pause between the skips in the middle,
    /// the bar at the bottom.
    mutating func buildOverlay() {
        buildCorners()
        buildMiddle()
        let trailing: [Cell] =
            state.volume != nil && elements.contains(.mute) ? [.gap(gap), button(.mute, speakerIcon)] : []
        let middle = middleCells
        guard !(middle.isEmpty && trailing.isEmpty) else { return addStatus(above: size.height - margin) }
        let height = pixels(style.barHeight)
        var bar = Rect(
            x: margin, y: size.height - margin - height, width: size.width - 2 * margin, height: height)
        let padding = pixels(style.barPadding)
        // A button's icon already has a distance to the end.
        let endPadding = trailing.isEmpty ? padding : pixels((style.barHeight - style.button) / 2)
        if !middle.contains(.track) {
            bar.width = width(of: middle + trailing) + (middle.isEmpty ? endPadding : padding) + endPadding
            bar.x = (size.width - bar.width) / 2
        }
        draw(.plate(bar, radius: style.barRadius * scale, color: style.plateColor), in: .bottom)
        places.append(bar)
        let isRightToLeft = surroundings.isRightToLeft
        let start = middle.isEmpty ? endPadding : padding
        let row = Rect(
            x: bar.x + (isRightToLeft ? endPadding : start), y: bar.y, width: bar.width - start - endPadding,
            height: bar.height)
        fill(row, leading: [], middle: middle, trailing: trailing)
        if !addHint(above: bar.y) { addStatus(above: bar.y) }
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
        if elements.contains(.stopPictureInPicture) {
            addCorner(.stopPictureInPicture, .stopPictureInPicture, at: place(0, isLeading: true))
            if state.canSwap, elements.contains(.swap) { addCorner(.swap, .swap, at: place(1, isLeading: true)) }
        }
        if elements.contains(.close) { addCorner(.close, .close, at: place(0, isLeading: false)) }
    }

    private mutating func addCorner(_ control: Control, _ icon: ControlsIcon, at place: Rect) {
        addButton(control, icon, side: style.icon, at: place, in: .top, isAlone: true)
    }

    private mutating func buildMiddle() {
        func place(_ side: Double, from center: Int) -> Rect {
            let side = pixels(side)
            return Rect(x: center - side / 2, y: (size.height - side) / 2, width: side, height: side)
        }
        guard state.isPlayable else { return }
        let center = size.width / 2
        addButton(
            .playPause, playIcon, side: style.playIcon, at: place(style.playButton, from: center), in: .middle,
            isAlone: true)
        guard state.isSkippable, elements.contains(.skips) else { return }
        let distance = (cell(style.playButton) + cell(style.skipButton)) / 2 + 2 * gap
        for (control, icon, center) in [
            (Control.skipBackward, ControlsIcon.skipBackward, center - distance),
            (.skipForward, .skipForward, center + distance),
        ] {
            addButton(
                control, icon, side: style.skipIcon, at: place(style.skipButton, from: center), in: .middle,
                isAlone: true)
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
        var trailing: [Cell] = []
        if state.volume != nil, elements.contains(.mute) {
            trailing.append(button(.mute, speakerIcon))
            if elements.contains(.volumeSlider) { trailing += [.gap(gap), .volumeTrack, .gap(3 * gap)] }
        }
        if state.hasAudioTracks, elements.contains(.audioTracks) { trailing.append(button(.audioTracks, .audioTracks)) }
        if state.hasSubtitles, elements.contains(.subtitles) { trailing.append(button(.subtitles, .subtitles)) }
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
        addTitle()
        if !addHint(above: bar.y) { addStatus(above: bar.y) }
    }

    private func button(_ control: Control, _ icon: ControlsIcon, icon side: Double? = nil) -> Cell {
        .button(control, icon, side: style.button, icon: side ?? style.icon)
    }

    /// Adds the title in the middle, clear of messages in the upper left corner.
    private mutating func addTitle() {
        guard !state.title.isEmpty, elements.contains(.title) else { return }
        let height = pixels(style.lineHeight + 8)
        let width = size.width / 2
        let area = Rect(x: (size.width - width) / 2, y: margin, width: width, height: height)
        guard width >= 8 * height else { return isCrowded = true }
        var text = makeText(state.title, in: area, .center)
        text.plate = plate
        draw(.text(text), in: .top)
        places.append(area)
    }
}
