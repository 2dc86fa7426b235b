import OrielGeometry
import OrielRemoteControl
import OrielTestSupport
import Testing

extension OrielSession {
    /// Waits for the frame on an overlay, draws its lower right corner to seven tenths, and presses *Crop*.
    /// - Parameter isPinned: whether *Scales* is pressed before, which pictures of a changing size have; nil for a
    ///   film.
    /// - Returns: the crop that the player tells then.
    func choosePart(
        of id: String, _ pointer: VirtualPointer, isPinned: Bool? = nil
    ) throws -> Rect {
        try wait(for: id) { $0.crop == nil && $0.rect.map { $0.width >= 320 && $0.height >= 180 } ?? false }
        let place = try #require(try player(id).rect)
        // The frame may be drawn a moment later than the overlay has its size.
        pause(.milliseconds(300), because: "the frame is drawn by the text thread")
        let (width, height) = (place.width * 7 / 10, place.height * 7 / 10)
        try pointer.drag(
            from: Point(x: place.x + place.width - 3, y: place.y + place.height - 3),
            to: Point(x: place.x + width, y: place.y + height))
        let isInside = isPinned == nil || width >= 320
        let room = isInside ? Size(width: width, height: height) : Size(width: place.width, height: place.height)
        let row = Point(x: place.x + room.width / 2, y: place.y + room.height - 31)
        let button = Point(x: row.x - (isPinned == nil ? 48 : 96), y: row.y)
        if isPinned == true {
            try pointer.move(to: Point(x: row.x + 96, y: row.y))
            try pointer.click()
        }
        // A press that leaves the button does nothing.
        try pointer.drag(from: button, to: Point(x: button.x, y: button.y - 40))
        let isChosen = try OrielTestSupport.wait(.milliseconds(300)) { try player(id).crop != nil }
        #expect(!isChosen)
        try pointer.move(to: button)
        try pointer.click()
        try wait(for: id) { $0.crop != nil }
        return try #require(try player(id).crop)
    }
}
