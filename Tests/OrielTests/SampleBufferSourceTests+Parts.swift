import Oriel
import OrielGeometry
import OrielPlayer
import Testing

/// Frames of which a part is shown: their damage, and parts that are held to a corner.
extension SampleBufferSourceTests {
    private func enqueue(_ time: Int, damage: Rect?) throws { try source.enqueue(Self.frame(time, damage: damage)) }

    /// Shows the left half, 2 of 4 columns.
    private func cropToTheLeft() throws {
        try enqueue(0)
        refresh(at: 0)
        player.pictureForm.crop = .pixels(Rect(x: 0, y: 0, width: 2, height: 4))
    }

    private var right: Rect { Rect(x: 2, y: 0, width: 2, height: 4) }

    @Test func changesBesideACropAreNotDrawnAndAreThereWithoutIt() throws {
        try cropToTheLeft()
        try enqueue(10, damage: right)
        refresh(at: 10)
        #expect(shown == 0)
        try enqueue(20, damage: Rect(x: 1, y: 3, width: 3, height: 1))
        refresh(at: 20)
        #expect(shown == 20)
        try enqueue(30, damage: right)
        refresh(at: 30)
        #expect(shown == 20)
        player.pictureForm.crop = .none
        #expect(shown == 30)
    }

    @Test func aFrameWithoutDamageMayDifferEverywhere() throws {
        try cropToTheLeft()
        try enqueue(10, damage: nil)
        refresh(at: 10)
        #expect(shown == 10)
    }

    /// A dropped or refused frame may have changed the part that is shown.
    @Test func aLostFramesDamageCountsForTheNextOne() throws {
        try cropToTheLeft()
        try enqueue(10, damage: Rect(x: 0, y: 0, width: 1, height: 1))
        try enqueue(20, damage: right)
        refresh(at: 20)
        #expect(shown == 20)
        try enqueue(30, damage: Rect(x: 0, y: 0, width: 1, height: 1))
        source.flush()
        try enqueue(40, damage: right)
        refresh(at: 40)
        #expect(shown == 40)
    }

    @Test(arguments: [
        Rect(x: 4, y: 0, width: 9, height: 9), Rect(x: -5, y: 0, width: 5, height: 4),
        Rect(x: Int.max, y: Int.max, width: Int.max, height: Int.max), Rect(x: 0, y: 0, width: -3, height: Int.min),
    ])
    func damageOutsideOfTheFrameIsNone(_ damage: Rect) throws {
        try cropToTheLeft()
        try enqueue(10, damage: damage)
        refresh(at: 10)
        #expect(shown == 0)
    }

    // MARK: A part held to a corner

    @Test(
        arguments: [
            (
                VideoCrop.held(Rect(x: 1, y: 0, width: 2, height: 3), to: .topLeft),
                Rect(x: 1, y: 0, width: 2, height: 3)
            ),
            (.held(Rect(x: 1, y: 0, width: 2, height: 3), to: .topRight), Rect(x: 1, y: 0, width: 2, height: 3)),
            (.held(Rect(x: 0, y: 0, width: 3, height: 2), to: .bottomRight), Rect(x: 1, y: 2, width: 3, height: 2)),
            // The rest of it, all of it, and numbers that no size has.
            (.held(Rect(x: 0, y: 0, width: 9, height: 2), to: .bottomLeft), Rect(x: 0, y: 2, width: 4, height: 2)),
            (.held(Rect(x: 4, y: 0, width: 2, height: 2), to: .topRight), Rect(x: 0, y: 0, width: 4, height: 4)),
            (.held(Rect(x: .max, y: .min, width: .max, height: .max), to: .bottomRight), nil),
        ] as [(VideoCrop, Rect?)])
    func itsPixelsAreCountedFromThere(_ crop: VideoCrop, _ expected: Rect?) throws {
        try enqueue(0)
        refresh(at: 0)
        player.pictureForm.crop = crop
        let part = player.shownPart.pixels(of: Size(width: 4, height: 4))
        if let expected { #expect(part == expected) }
        #expect(player.currentFrame?.width == part.width && player.currentFrame?.height == part.height)
    }
}
