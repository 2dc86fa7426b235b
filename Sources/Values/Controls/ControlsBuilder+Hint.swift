import OrielGeometry
import OrielTexts

/// The hint for the pointed-at position of the scrub bar.
extension ControlsBuilder {
    /// Adds a box above the bar with the time and its chapter's title. False if there is no room.
    mutating func addHint(above bottom: Int) -> Bool {
        guard touch?.control == .scrubber, let fraction = touch?.fraction, let length = state.length,
            let track = layout.track
        else { return false }
        let time = length * fraction
        let words = ClockText.text(time, hasHours: length >= .seconds(3600))
        let height = pixels(style.lineHeight + 8)
        let room = size.width - 2 * margin
        var text = words
        var width = self.width(ofTimes: length) + height
        if let title = state.chapter(at: time)?.title, !title.isEmpty {
            // A text that is too long is cut at its end, so the time comes first.
            text = words + "  " + title
            width += letters("  " + title.prefix(48))
        }
        width = min(width, room)
        let center = track.x + Int((Double(track.width) * fraction).rounded())
        let area = Rect(
            x: min(max(margin, center - width / 2), size.width - margin - width), y: bottom - gap - height,
            width: width, height: height)
        guard width > 2 * height, places.allSatisfy({ $0.intersection(area) == nil }),
            layout.targets.allSatisfy({ $0.control == .scrubber || $0.area.intersection(area) == nil })
        else { return false }
        addBox(text, at: area, in: .status)
        addThumbnail(of: time, above: area.y, around: center)
        return true
    }

    /// Adds a box with the name and key of the button under the pointer: above it, or below one in the upper half.
    /// Nothing if there is no room.
    mutating func addTooltip() {
        guard let touch, touch.hasTooltip, !touch.control.isDragged,
            let button = layout.targets.first(where: { $0.control == touch.control })?.area
        else { return }
        let key = state.keys[touch.control].map { "  " + $0 } ?? ""
        let text = touch.control.label(in: state) + key
        let height = pixels(style.lineHeight + 8)
        let width = letters(text) + height
        // The button's row has a plate of its own height.
        let row = places.first { $0.intersection(button) != nil } ?? button
        let isBelow = 2 * button.y < size.height
        let area = Rect(
            x: min(max(margin, button.x + (button.width - width) / 2), size.width - margin - width),
            y: isBelow ? max(row.maxY, button.maxY) + gap : min(row.y, button.y) - gap - height, width: width,
            height: height)
        guard width < size.width - 2 * margin, area.y >= 0, area.maxY <= size.height,
            places.allSatisfy({ $0.intersection(area) == nil }),
            layout.targets.allSatisfy({ $0.area.intersection(area) == nil })
        else { return }
        addBox(text, at: area, in: .status)
    }

    /// Adds the area of a thumbnail on the hint's upper edge, clear of all other items for every position of the
    /// pointer; nothing if there is no room.
    private mutating func addThumbnail(of time: Duration, above bottom: Int, around center: Int) {
        guard let shape = state.thumbnailShape, shape.isFinite, shape > 0 else { return }
        var height = Double(pixels(style.thumbnailHeight))
        let width = min((height * shape).rounded(), Double(size.width / 3))
        height = min(height, (width / shape).rounded())
        guard height >= Double(pixels(ControlsStyle.leastThumbnail)),
            width >= Double(pixels(ControlsStyle.leastThumbnail))
        else { return }
        let area = Rect(
            x: min(max(margin, center - Int(width) / 2), size.width - margin - Int(width)),
            y: bottom - Int(height), width: Int(width), height: Int(height))
        let band = Rect(x: 0, y: area.y, width: size.width, height: area.height)
        guard area.y >= margin, places.allSatisfy({ $0.intersection(band) == nil }),
            layout.targets.allSatisfy({ $0.area.intersection(band) == nil })
        else { return }
        layout.thumbnail = ControlsLayout.Thumbnail(area: area, time: time)
        places.append(area)
    }
}
