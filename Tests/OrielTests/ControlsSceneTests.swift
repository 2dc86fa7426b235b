import Oriel
import OrielControls
import OrielGeometry
import OrielText
import OrielWayland
import Testing

/// Controls as drawn by libass.
@Suite struct ControlsSceneTests {
    /// Each text fits in this machine's fonts, except a title, which may be cut; nothing is drawn outside the surface.
    @Test(arguments: [(240, 135), (480, 270), (960, 540), (1920, 1080)], [1, 1.5])
    func textsFitWhereTheyAreLaidOut(size: (Int, Int), scale: Double) throws {
        let renderer = try TextRenderer()
        for form in ControlsForm.allCases {
            for (duration, isSeeking) in [
                (Duration.seconds(599), true), (.seconds(3599), false), (.seconds(359_999), false),
            ] {
                var state = ControlsState(form)
                state.title = String(repeating: "A long title ", count: 40)
                state.duration = duration
                state.position = duration - .seconds(11)
                state.isSeeking = isSeeking
                state.isBuffering = !isSeeking
                state.volume = 100
                let layout = ControlsLayout(
                    state,
                    in: ControlsLayout.Surroundings(surface: Size(width: size.0, height: size.1), scale: scale))
                for part in ControlsPart.allCases {
                    guard let scene = layout.scene(of: part) else { continue }
                    let picture = renderer.draw(scene)
                    let bitmap = try #require(picture.bitmap)
                    #expect(Rect(origin: .zero, size: layout.size).contains(bitmap.area))
                    for (item, measure) in zip(scene.items, picture.measures) {
                        guard case .text(let run) = item else { continue }
                        let box = try #require(measure.layout)
                        #expect(measure.isCut == (run.text == state.title), "\(run.text)")
                        #expect(Double(box.width) <= run.width ?? 0)
                        #expect(Rect(origin: .zero, size: layout.size).contains(box), "\(run.text)")
                    }
                }
            }
        }
    }

    /// At each size's layout, over a hint and beside large buttons too, with a hand on one of them or without one. The
    /// smallest overlay has room for short words.
    @Test(
        arguments: [(200, 112), (112, 200), (240, 135), (320, 180), (480, 270), (270, 480), (960, 540)],
        [1, 1.5, 2.0])
    func case143_aMessageLiesWhereNoButtonIs(size: (Int, Int), scale: Double) throws {
        let renderer = try TextRenderer()
        let surface = Size(width: size.0, height: size.1)
        let whole = PixelGrid(scale: scale).pixels(of: surface)
        var state = ControlsState(.pictureInPicture)
        (state.duration, state.volume, state.canSwap, state.hasSubtitles) = (.seconds(600), 50, true, true)
        let messages = [
            OnScreenMessage.paused, .volume(95, atMost: 130), .position(.seconds(63), of: .seconds(600)),
            OnScreenMessage("The crop lies outside of the video of 640x360"),
        ]
        for (textScale, isTouch, hint) in [(1.0, false, nil), (1, true, 0.5), (2, false, 0.1)] {
            var surroundings = ControlsLayout.Surroundings(surface: surface, scale: scale, textScale: textScale)
            surroundings.isTouch = isTouch
            let touch = hint.map { ControlsLayout.Touch(.scrubber, fraction: $0) }
            let layout = ControlsLayout(state, in: surroundings, touch: touch)
            #expect(layout.places.count > 2)
            let hands = layout.targets.map { Point(x: $0.area.x + 1, y: $0.area.y + 1) }.map { point in
                Point(x: Int(Double(point.x) / scale), y: Int(Double(point.y) / scale))
            }
            for hand in [nil] + hands {
                for message in messages {
                    var message = message
                    message.hand = hand
                    func area(beside places: [Rect]) throws -> (area: Rect, isCut: Bool) {
                        let layout = MessageLayout(
                            message, on: surface, scale: scale, textScale: textScale, beside: places)
                        let picture = renderer.draw(layout.scene)
                        // The box is around all of it.
                        return (try #require(picture.measures.first?.layout), picture.measures.contains { $0.isCut })
                    }
                    let (place, isCut) = try area(beside: layout.places)
                    #expect(
                        layout.places.allSatisfy { $0.intersection(place) == nil },
                        "\(message.text) at \(hand as Any): \(place), \(layout.places)")
                    #expect(Rect(origin: .zero, size: whole).contains(place))
                    if message.text != messages[3].text, textScale == 1, !isTouch, size.0 >= 200 {
                        #expect(!isCut, "\(message.text) at \(hand as Any), \(place)")
                    }
                    // The corner is a button's.
                    if hand == nil {
                        #expect(try layout.places.contains { $0.intersection(try area(beside: []).area) != nil })
                    }
                }
            }
        }
    }

    /// A part uses few libass events: each costs more than its area.
    @Test func neighboursOfOneColourAreOneShape() throws {
        var state = ControlsState(.pictureInPicture)
        state.duration = .seconds(100)
        let layout = ControlsLayout(
            state, in: ControlsLayout.Surroundings(surface: Size(width: 480, height: 270), scale: 1))
        #expect(layout.scene(of: .middle)?.items.count == 2)
        #expect(layout.scene(of: .top)?.items.count == 2)
        #expect(layout.scene(of: .status) == nil)
    }

    @Test func aWheelCountsInNotchesAndAFingerInPixels() {
        func scroll(_ dy: Double, steps: Double = 0, isStop: Bool = false) -> PointerEvent.Scroll {
            var scroll = PointerEvent.Scroll()
            (scroll.dy, scroll.stepsY, scroll.isStop) = (dy, steps, isStop)
            return scroll
        }
        var steps = ScrollSteps()
        #expect([scroll(15, steps: 1), scroll(-30, steps: -2)].map { steps.add($0) } == [1, -2])
        #expect([8, 8, 8, -8, -8].map { steps.add(scroll($0)) } == [0, 1, 0, 0, -1])
        _ = steps.add(scroll(0, isStop: true))
        #expect(steps.add(scroll(14)) == 0)
        // A high-resolution wheel.
        #expect((0..<4).map { _ in steps.add(scroll(4, steps: 0.25)) }.reduce(0, +) == 1)
        #expect([Double.nan, .infinity].map { steps.add(scroll($0)) } == [0, 0])
        #expect(steps.add(scroll(1e300)) <= 100)
    }

    @Test func theLocaleSaysWhichWayIsRead() {
        for locale in ["ar", "he_IL.UTF-8", "fa_IR", "ur_PK@x", "CKB"] {
            #expect(ReadingDirection(locale: locale) == .rightToLeft, "\(locale)")
        }
        for locale in ["", "C", "en_GB.UTF-8", "are", "arn_CL"] {
            #expect(ReadingDirection(locale: locale) == .leftToRight, "\(locale)")
        }
    }

    /// As gettext chooses the language of texts.
    @Test(arguments: [
        (["LANG": "ar_EG.UTF-8"], true), (["LANG": "ar_EG.UTF-8", "LC_ALL": "C"], false),
        (["LANG": "en_GB.UTF-8", "LANGUAGE": "he:en"], true), (["LANG": "C", "LANGUAGE": "ar"], false),
        (["LANG": "ar", "LANGUAGE": "de"], false), (["LANGUAGE": "ar"], false),
        (["LC_ALL": "", "LC_MESSAGES": "fa_IR", "LANG": "de_DE"], true), ([:], false),
    ])
    func theLanguageOfTextsSaysWhichWayIsRead(environment: [String: String], isRightToLeft: Bool) {
        #expect((ReadingDirection { environment[$0] } == .rightToLeft) == isRightToLeft)
    }
}
