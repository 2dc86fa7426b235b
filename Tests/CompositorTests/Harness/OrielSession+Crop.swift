import OrielGeometry
import OrielRemoteControl
import OrielStamps
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

/// Looks at an area of the screen: whether its outermost pixels are blue, and how many are red. The cursor is
/// neither.
func looks(_ picture: RGBPicture, in area: Rect) -> (hasBlueEdge: Bool, red: Int) {
    func colors(_ x: Int, _ y: Int) -> (red: UInt32, green: UInt32, blue: UInt32) {
        let pixel = picture[x, y]
        return (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    }
    var red = 0
    for y in area.y..<area.maxY {
        for x in area.x..<area.maxX where colors(x, y).red > colors(x, y).green + 20 { red += 1 }
    }
    let (right, bottom) = (area.maxX - 1, area.maxY - 1)
    let (middleX, middleY) = (area.x + area.width / 2, area.y + area.height / 2)
    let places = [
        (area.x, middleY), (right, middleY), (middleX, area.y), (middleX, bottom), (area.x, area.y),
        (right, bottom),
    ]
    let hasBlueEdge = places.map { colors($0.0, $0.1) }.allSatisfy { $0.blue > 90 && $0.green < 40 && $0.red < 40 }
    return (hasBlueEdge, red)
}
