import Oriel
import OrielGeometry
import OrielMedia
import OrielPlatform
import Testing

/// Extreme numbers, as from arithmetic errors of an app: none may trap, and each symbol's documentation says what they
/// cause.
@MainActor @Suite struct AbsurdNumbersTests {
    private static let durations: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(Int64.max),
    ]
    private static let doubles: [Double] = [.nan, -.infinity, .infinity, -1e300, 1e300, -1, 0, .leastNonzeroMagnitude]
    private static let sizes: [Size] = [Int.min, -1, 0, 1, Int.max].flatMap { width in
        [Int.min, -1, 0, 1, Int.max].map { Size(width: width, height: $0) }
    }

    @Test func aPlayerGoesNowhereThatNoClockReads() throws {
        let source = try FakeFrameSource()
        let player = Player(source: source)
        source.deliver(0..<3, to: player)
        for time in Self.durations {
            player.seek(to: time)
            source.deliver(0..<3, generation: source.generation, to: player)
            #expect(source.seeks.last.map { (.zero...(.seconds(10_000_000_000))).contains($0) } == true, "\(time)")
            player.repeatedRange = time < .zero ? time..<(.seconds(Int64.max)) : .zero..<time
            player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
            player.interstitialTimeRanges = [min(time, .zero)..<max(time, .zero)]
            _ = (player.position, player.currentInterstitial, player.wakeTime, player.nextFrameDue)
            player.audioDelay = time
            player.subtitleDelay = time
            #expect(PlayerItem("film", startTime: time).startTime <= .seconds(10_000_000_000))
        }
        for number in Self.doubles {
            player.setSpeed(number)
            #expect((0.1...8).contains(player.speed), "\(number)")
            player.subtitleScale = number
            player.subtitlePosition = number
        }
        for number in [Int.min, -1, 131, .max] {
            player.volumePercent = number
            #expect((0...130).contains(player.volumePercent))
            player.pictureForm.aspectRatio = Rational(number, number == .max ? 1 : .min)
            _ = player.currentFrame
        }
    }

    @Test func whatAnAppPlaysHasTimesThatAClockReads() {
        for range in [Duration.seconds(Int64.min)..<Duration.seconds(Int64.max), .zero..<(.zero)] {
            let brought = PlaybackTimeRange.finite(range).onClocks
            #expect(brought.length ?? .zero <= .seconds(20_000_000_000))
            _ = brought.length?.components
            #expect(brought.position(of: .seconds(Int64.max)).components.seconds <= 20_000_000_000)
        }
    }

    /// An overlay of any requested size fits the screen.
    @Test func anOverlayOfAnySizeHasRoom() {
        let area = Size(width: 1280, height: 720)
        for size in Self.sizes {
            for ratio in [0.01, 1, 100, 16.0 / 9, .nan] {
                let first = Placement.initial(aspectRatio: ratio, in: area)
                let placed = first.resized(within: size, aspectRatio: ratio, in: area).clamped(to: area)
                let rect = placed.rect(in: area)
                #expect(Rect(x: 0, y: 0, width: 1280, height: 720).contains(rect) && !rect.isEmpty, "\(size) \(rect)")
            }
        }
        for number in Self.doubles {
            var options = PictureInPictureOptions()
            options.opacity = number
            #expect((0.2...1).contains(options.opacity))
        }
    }

    @Test func aPictureOverAnotherStaysNearIt() {
        let numbers = [Int.min, -1, 0, 7, .max]
        let window = Size(width: 640, height: 360)
        for space in Self.sizes {
            for number in numbers {
                for length in numbers {
                    let place = Sublayers.Place(
                        rect: Rect(x: number, y: number, width: length, height: length), space: space)
                    let rect = place.scaled(to: window)
                    #expect(!rect.isEmpty && rect.width <= 3 * 640 && rect.height <= 3 * 360, "\(rect)")
                    #expect(abs(rect.x) <= 2 * 640 && abs(rect.y) <= 2 * 360, "\(rect)")
                }
            }
        }
        #expect(
            Sublayers.Place(
                rect: Rect(x: 100, y: 50, width: 200, height: 100), space: Size(width: 1000, height: 500)
            ).scaled(to: window) == Rect(x: 64, y: 36, width: 128, height: 72))
    }
}
