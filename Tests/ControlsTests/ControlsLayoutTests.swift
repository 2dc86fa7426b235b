import Glibc
import OrielControls
import OrielGeometry
import Testing

/// All states on all sizes, checked by the drawn items.
@Suite struct ControlsLayoutTests {
    struct Place: Sendable, CustomStringConvertible {
        var form: ControlsForm
        var size: Size
        var scale: Double
        var isRightToLeft: Bool
        var isTouch: Bool
        var textScale = 1.0

        var description: String {
            "\(form) \(size) at \(scale)\(isRightToLeft ? " RTL" : "")\(isTouch ? " touch" : "") text \(textScale)"
        }
        var surroundings: ControlsLayout.Surroundings {
            ControlsLayout.Surroundings(
                surface: size, scale: scale, isRightToLeft: isRightToLeft, isTouch: isTouch,
                textScale: textScale)
        }
    }

    static let sizes = [(240, 135), (480, 270), (960, 540), (1280, 720)].map { Size(width: $0.0, height: $0.1) }
    static let places = plainPlaces + largeTextPlaces
    private static let largeTextPlaces: [Place] = ControlsForm.allCases.flatMap { form in
        sizes.flatMap { size in
            [0.75, 1.5, 2].flatMap { textScale in
                [false, true].map {
                    Place(
                        form: form, size: size, scale: 1, isRightToLeft: $0, isTouch: $0, textScale: textScale)
                }
            }
        }
    }
    private static let plainPlaces: [Place] = ControlsForm.allCases.flatMap { form in
        sizes.flatMap { size in
            [1, 1.5].flatMap { scale in
                [false, true].flatMap { isRightToLeft in
                    [false, true].map {
                        Place(form: form, size: size, scale: scale, isRightToLeft: isRightToLeft, isTouch: $0)
                    }
                }
            }
        }
    }

    /// Returns states with all controls, with the longest texts.
    static func states(_ form: ControlsForm) -> [ControlsState] {
        var film = ControlsState(form)
        film.title = "A title that is longer than anything that a window could ever show in one line of its own"
        film.duration = .seconds(1234)
        film.position = .seconds(432)
        film.bufferedUntil = .seconds(600)
        film.volume = 80
        film.canSwap = true
        film.thumbnailShape = 16 / 9
        film.hasAudioTracks = true
        film.hasSubtitles = true
        film.chapters = (0..<30).map {
            .init(
                start: .seconds($0 * 40), title: "Chapter \($0), of which there is more to be said than fits in a line")
        }
        film.interstitials = [
            .zero..<(.seconds(30)), .seconds(600)..<(.seconds(601)), .seconds(1230)..<(.seconds(9000)),
        ]
        var paused = film
        paused.isPaused = true
        paused.isMuted = true
        paused.thumbnailShape = 2.39
        paused.volume = 130
        var long = film
        long.duration = .seconds(36000)
        long.position = .seconds(35999)
        long.isBuffering = true
        long.thumbnailShape = 9 / 16
        var live = film
        live.isLive = true
        live.duration = nil
        live.isSeeking = true
        var linear = film
        linear.isLinear = true
        var pipe = film
        pipe.isSeekable = false
        pipe.duration = nil
        pipe.volume = nil
        var seeking = film
        seeking.isSeeking = true
        seeking.position = .zero
        return [film, paused, long, live, linear, pipe, seeking]
    }

    private func each(_ place: Place, _ body: (ControlsLayout, ControlsState) throws -> Void) rethrows {
        for state in Self.states(place.form) {
            let plain = ControlsLayout(state, in: place.surroundings)
            try body(plain, state)
            for target in plain.targets {
                for isPressed in [false, true] {
                    let touch = ControlsLayout.Touch(target.control, isPressed: isPressed)
                    try body(ControlsLayout(state, in: place.surroundings, touch: touch), state)
                }
                try body(ControlsLayout(state, in: place.surroundings, focus: target.control), state)
                guard target.control == .scrubber else { continue }
                for fraction in [0, 0.3, 1] {
                    let touch = ControlsLayout.Touch(.scrubber, fraction: fraction)
                    try body(ControlsLayout(state, in: place.surroundings, touch: touch), state)
                }
            }
        }
    }

    @Test(arguments: places) func targetsAreLargeEnoughApartAndOnTheSurface(place: Place) {
        let least = Int(((place.isTouch ? 44 : 24) * place.scale).rounded(.up))
        each(place) { layout, _ in
            #expect(layout.control(at: layout.middle(of: .playPause)) == .playPause)
            for (index, target) in layout.targets.enumerated() {
                #expect(target.area.width >= least && target.area.height >= least, "\(target)")
                #expect(Rect(origin: .zero, size: layout.size).contains(target.area), "\(target)")
                for other in layout.targets[..<index] {
                    #expect(other.area.intersection(target.area) == nil, "\(other) \(target)")
                    #expect(other.control != target.control)
                }
            }
        }
    }

    /// All items lie on a plate, with a contrast of 4.5:1 over any frame, 7:1 for texts; no plate leaves the surface or
    /// overlaps another.
    @Test(arguments: places) func everythingIsLegibleOverAnyPictureAndNothingIsCut(place: Place) {
        var noise = SystemRandomNumberGenerator()
        let pictures =
            [(0.0, 0.0, 0.0), (1, 1, 1)]
            + (0..<4).map { _ in
                (
                    Double.random(in: 0...1, using: &noise), .random(in: 0...1, using: &noise),
                    .random(in: 0...1, using: &noise)
                )
            }
        each(place) { layout, _ in
            let whole = Rect(origin: .zero, size: layout.size)
            var plates: [Rect] = []
            for part in ControlsPart.allCases {
                var below: [(area: Rect, color: Color)] = []
                for item in layout.items(of: part) {
                    let area = item.area
                    #expect(whole.contains(area), "\(item)")
                    switch item {
                    case .plate(let area, _, let color):
                        if below.allSatisfy({ !$0.area.contains(area) }) { plates.append(area) }
                        below.append((area, color))
                    case .icon(_, _, let color), .disc(_, _, let color), .ring(_, _, _, let color):
                        let under = below.filter { $0.area.contains(area) }.map(\.color)
                        #expect(!under.isEmpty, "nothing under \(item)")
                        for picture in pictures { #expect(contrast(color, on: under, over: picture) >= 4.5) }
                    case .text(let text):
                        let under =
                            text.plate.map { [$0.color] } ?? below.filter { $0.area.contains(area) }.map(\.color)
                        #expect(!under.isEmpty, "nothing under \(item)")
                        // As much as the portal's high contrast asks for.
                        for picture in pictures { #expect(contrast(text.color, on: under, over: picture) >= 7) }
                        #expect(Double(area.height) >= text.lineHeight * 0.85 && text.lineHeight >= 9 * place.scale)
                        #expect(text.lineHeight >= 14 * place.scale * place.textScale - 3)
                        if text.plate != nil { plates.append(area) }
                    }
                }
            }
            for (index, plate) in plates.enumerated() {
                for other in plates[..<index] { #expect(other.intersection(plate) == nil, "\(other) \(plate)") }
            }
        }
    }

    /// Buttons, texts and tracks in a bar don't overlap.
    @Test(arguments: places) func nothingInABarCoversItsNeighbour(place: Place) {
        each(place) { layout, _ in
            var areas: [Rect] = layout.items(of: .bottom).compactMap { item in
                if case .text(let text) = item, !text.isBold { text.area } else { nil }
            }
            areas += layout.targets.filter { $0.area.y > layout.size.height * 2 / 3 }.map(\.area)
            for (index, area) in areas.enumerated() {
                for other in areas[..<index] { #expect(other.intersection(area) == nil, "\(other) \(area)") }
            }
        }
    }

    /// The covered height is reported, so that subtitles can be placed above the controls.
    @Test(arguments: places) func whatTheyCoverBelowIsTold(place: Place) {
        for state in Self.states(place.form) {
            let layout = ControlsLayout(state, in: place.surroundings)
            let edge = layout.size.height - layout.coveredHeight
            #expect(layout.coveredHeight >= 0 && edge > 0)
            for target in layout.targets where target.control == .scrubber || target.control == .mute {
                #expect(layout.items(of: .bottom).isEmpty || target.area.y + target.area.height / 2 >= edge)
            }
            for case .plate(let area, _, _) in layout.items(of: .bottom) { #expect(area.y >= edge) }
        }
    }

    /// The smallest overlay on a usual screen has all controls except those that the order leaves out first.
    @Test func whatHasNoRoomGoesInTheStatedOrder() {
        let film = Self.states(.pictureInPicture)[0]
        func shown(_ width: Int, _ height: Int, isTouch: Bool = false) -> [Control] {
            let size = Size(width: width, height: height)
            return ControlsLayout(
                film, in: ControlsLayout.Surroundings(surface: size, scale: 1, isTouch: isTouch)
            ).targets.map(\.control)
        }
        let all: Set<Control> = [
            .stopPictureInPicture, .swap, .close, .playPause, .skipBackward, .skipForward, .scrubber, .subtitles, .mute,
        ]
        #expect(Set(shown(480, 270)) == all)
        #expect(Set(shown(240, 135)) == all)
        #expect(
            Set(shown(240, 135, isTouch: true)).isSuperset(of: [.stopPictureInPicture, .close, .playPause, .scrubber]))
        #expect(shown(64, 36) == [.playPause])
        #expect(shown(8, 8) == [])
        // Growing never removes an element that was visible.
        for form in ControlsForm.allCases {
            for state in Self.states(form) {
                var last: Set<ControlsElement> = []
                for width in stride(from: 32, through: 640, by: 16) {
                    let size = Size(width: width, height: width * 9 / 16)
                    let elements = ControlsLayout(state, in: ControlsLayout.Surroundings(surface: size, scale: 1))
                        .elements
                    let order = ControlsElement.order(in: form)
                    let gone = order.filter { !elements.contains($0) }
                    #expect(gone.elementsEqual(order.prefix(gone.count)))
                    last = elements
                }
                #expect(last.count > 6)
            }
        }
    }

    /// A thumbnail lies above the hint, inside the surface and clear of all targets and texts; or there is none,
    /// whatever the position on the bar.
    @Test(arguments: places) func aThumbnailLiesClearOfEverything(place: Place) {
        for state in Self.states(place.form) {
            var sizes: Set<Size> = []
            var wasThere: Bool?
            for fraction in stride(from: 0.0, through: 1, by: 0.05) {
                let touch = ControlsLayout.Touch(.scrubber, fraction: fraction)
                let layout = ControlsLayout(state, in: place.surroundings, touch: touch)
                if let wasThere, layout.track != nil { #expect(wasThere == (layout.thumbnail != nil)) }
                wasThere = layout.thumbnail != nil
                guard let thumbnail = layout.thumbnail, let length = state.duration else { continue }
                #expect(Rect(origin: .zero, size: layout.size).contains(thumbnail.area))
                #expect(thumbnail.time == length * fraction)
                // Subtitles go above it.
                let edge = layout.size.height - layout.coveredHeight
                #expect(edge <= thumbnail.area.y || 2 * thumbnail.area.y < layout.size.height)
                sizes.insert(thumbnail.area.size)
                for target in layout.targets { #expect(target.area.intersection(thumbnail.area) == nil, "\(target)") }
                for part in ControlsPart.allCases {
                    for item in layout.items(of: part) { #expect(item.area.intersection(thumbnail.area) == nil) }
                }
                let shape = state.thumbnailShape ?? 0
                #expect(abs(Double(thumbnail.area.width) / Double(thumbnail.area.height) - shape) < shape * 0.05)
            }
            #expect(sizes.count <= 1)
            if place.form != .pictureInPicture, place.size.height >= 540, state.isScrubbable {
                #expect(sizes.count == 1)
            }
        }
        // Without a pointed-at position, or without thumbnails.
        var state = Self.states(place.form)[0]
        #expect(ControlsLayout(state, in: place.surroundings).thumbnail == nil)
        for shape in [nil, 0, -1, .nan, .infinity, 1e-9, 1e9] as [Double?] {
            state.thumbnailShape = shape
            let touch = ControlsLayout.Touch(.scrubber, fraction: 0.5)
            #expect(ControlsLayout(state, in: place.surroundings, touch: touch).thumbnail == nil)
        }
    }

    @Test func linearPlaybackAndLiveStreamsHaveNoSkipAndNoScrub() {
        for form in ControlsForm.allCases {
            let states = Self.states(form)
            for (state, has) in [(states[0], true), (states[3], false), (states[4], false), (states[5], false)] {
                let layout = ControlsLayout(
                    state, in: ControlsLayout.Surroundings(surface: Size(width: 960, height: 540), scale: 1))
                let controls = Set(layout.targets.map(\.control))
                for control in [Control.skipBackward, .skipForward, .scrubber] {
                    #expect(controls.contains(control) == has, "\(control)")
                }
                #expect(controls.contains(.playPause))
            }
            // The position is still visible.
            let linear = ControlsLayout(
                states[4], in: ControlsLayout.Surroundings(surface: Size(width: 960, height: 540), scale: 1))
            #expect(linear.track != nil)
        }
    }

    /// Corners are mirrored with the script; time isn't.
    @Test func rightToLeftMirrorsPlacesAndNotTime() {
        let film = Self.states(.pictureInPicture)[0]
        func layout(_ isRightToLeft: Bool) -> ControlsLayout {
            ControlsLayout(
                film,
                in: ControlsLayout.Surroundings(
                    surface: Size(width: 480, height: 270), scale: 1, isRightToLeft: isRightToLeft))
        }
        let (left, right) = (layout(false), layout(true))
        for control in [Control.close, .stopPictureInPicture, .swap, .mute] {
            #expect(left.middle(of: control).x + right.middle(of: control).x == 480, "\(control)")
        }
        for control in [Control.skipBackward, .skipForward, .playPause] {
            #expect(left.middle(of: control) == right.middle(of: control))
        }
        for layout in [left, right] {
            let texts = layout.items(of: .bottom).compactMap { if case .text(let text) = $0 { text } else { nil } }
            #expect(texts.map(\.text) == ["7:12", "20:34"])
            #expect(texts[0].area.x < layout.track?.x ?? 0)
        }
    }

    /// Empty, negative, extreme and non-finite sizes and scales are handled: all that is laid out lies on the surface,
    /// and a surface without room has no controls.
    @Test(arguments: ControlsForm.allCases) func aSurfaceOfAnySizeIsSafe(form: ControlsForm) {
        for (width, height) in [(0, 0), (1, 1), (-5, 10), (64, 2000), (4000, 40), (20000, 20000)] {
            for scale in [0, 1, 3.7, .infinity, .nan] {
                let size = Size(width: width, height: height)
                let layout = ControlsLayout(
                    Self.states(form)[0], in: ControlsLayout.Surroundings(surface: size, scale: scale))
                let place: Comment = "\(form) \(size) at \(scale)"
                let whole = Rect(origin: .zero, size: layout.size)
                for target in layout.targets { #expect(whole.contains(target.area), "\(target) in \(place)") }
                if width <= 1 { #expect(layout.targets.isEmpty, place) }
                // A surface without room for a button may show the line of its position, whose edge is cut off.
                let around = Rect(x: -2, y: -2, width: layout.size.width + 4, height: layout.size.height + 4)
                for item in ControlsPart.allCases.flatMap(layout.items) {
                    #expect(around.contains(item.area), "\(item) in \(place)")
                }
                if width == 20000, scale == 1 { #expect(layout.targets.contains { $0.control == .playPause }, place) }
            }
        }
    }
}

extension ControlsLayout {
    /// Returns the middle of a control's target.
    func middle(of control: Control) -> Point {
        targets.first { $0.control == control }.map {
            Point(x: $0.area.x + $0.area.width / 2, y: $0.area.y + $0.area.height / 2)
        } ?? Point(x: -1, y: -1)
    }
}

extension ControlsItem {
    /// Pixels that the item may touch.
    fileprivate var area: Rect {
        switch self {
        case .plate(let area, _, _): return area
        case .text(let text): return text.area
        case .icon, .disc, .ring:
            let points = path?.path.elements.flatMap(\.points) ?? []
            let (xs, ys) = (points.map(\.x), points.map(\.y))
            guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
                return Rect(x: -1, y: -1, width: 1, height: 1)
            }
            let (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
            return Rect(x: x, y: y, width: Int(right.rounded(.up)) - x, height: Int(bottom.rounded(.up)) - y)
        }
    }
}

/// Contrast as defined by WCAG 2.
private func contrast(
    _ color: Color, on plates: [Color], over picture: (Double, Double, Double)
) -> Double {
    func luminance(_ color: Color) -> Double {
        func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    func blend(_ below: Color, _ above: Color) -> Color {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * above.alpha }
        return Color(
            red: mix(below.red, above.red), green: mix(below.green, above.green), blue: mix(below.blue, above.blue))
    }
    let ground = plates.reduce(Color(red: picture.0, green: picture.1, blue: picture.2), blend)
    let (first, second) = (luminance(blend(ground, color)), luminance(ground))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}
