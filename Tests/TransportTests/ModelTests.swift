import Foundation
import OrielTransport
import Testing

/// Checks every interleaving of a transport's events to a given depth: its invariants in each state, and from each last
/// state that it reaches its end if source and clock go on.
@Suite struct ModelTests {
    enum Step: CaseIterable {
        case work, fail, breakOff, tick, wake, refresh, pause, resume, seekBack, seekOn, step, speed, live,
            pauseVideo, loseVideo
    }

    struct Kind: CustomTestStringConvertible, Sendable {
        var name: String
        var change: @Sendable (inout ModelSource) -> Void
        var testDescription: String { name }
    }

    /// Time that passes at once.
    static let tick = Duration.milliseconds(170)

    static let kinds: [Kind] = [
        Kind(name: "file") { _ in },
        Kind(name: "loop") { $0.loops = true },
        Kind(name: "file with sound") {
            $0.mayLoseVideo = true
            ($0.keyInterval, $0.slowness) = (4, 2)
        },
        Kind(name: "loop with sound") {
            $0.mayLoseVideo = true
            $0.loops = true
        },
        Kind(name: "pipe") {
            $0.isSeekable = false
            $0.tellsDuration = false
        },
        Kind(name: "live") {
            $0.isSeekable = false
            $0.tellsDuration = false
            $0.isLive = true
        },
        // It falls behind after two ticks.
        Kind(name: "live, with an edge") {
            $0.isSeekable = false
            $0.tellsDuration = false
            $0.isLive = true
            $0.hasLiveEdge = true
            $0.liveFrame = 2
        },
        Kind(name: "live, with pauses") {
            $0.isSeekable = false
            $0.tellsDuration = false
            $0.isLive = true
            $0.mayPause = true
        },
        Kind(name: "list") { $0.successors = 2 },
        Kind(name: "list, opened ahead") {
            $0.successors = 2
            $0.readyAhead = 2
        },
        Kind(name: "still") {
            $0.frameCount = 1
            $0.isStill = true
        },
    ]

    /// `ORIEL_MODEL_DEPTH` sets the depth; each step multiplies the states by about five.
    static let depth = ProcessInfo.processInfo.environment["ORIEL_MODEL_DEPTH"].flatMap(Int.init) ?? 5

    @Test(arguments: kinds) func everyInterleaving(_ kind: Kind) {
        var seen: Set<TransportRig> = []
        var first = TransportRig(kind.change)
        if first.source.hasLiveEdge { first.transport.settings.liveDistance = .milliseconds(300) }
        var frontier: Set<TransportRig> = [first]
        for _ in 0..<Self.depth {
            var next: Set<TransportRig> = []
            for rig in frontier {
                for step in Step.allCases {
                    guard let after = advanced(rig, by: step), !seen.contains(after) else { continue }
                    guard check(rig, step, after) else { return }
                    next.insert(after)
                }
            }
            seen.formUnion(next)
            frontier = next
        }
        for rig in frontier { guard comesToItsEnd(rig) else { return } }
        #expect(seen.count > 300)
        print("\(kind.name): \(seen.count) states to depth \(Self.depth)")
    }

    /// Returns the state after a step; nil if the step isn't possible. Histories are reset, so that equal states
    /// compare as equal.
    private func advanced(_ rig: TransportRig, by step: Step) -> TransportRig? {
        var rig = rig
        rig.told = []
        rig.shown = []
        rig.taken = 0
        switch step {
        case .work:
            guard rig.source.work() else { return nil }
            rig.send(.news)
        case .fail:
            guard rig.source.phase != .failed else { return nil }
            rig.fail()
        case .breakOff:
            guard rig.source.phase == .ready, rig.source.breakage == nil, !rig.source.isStill else { return nil }
            rig.breakOff()
        case .tick: rig.now += Self.tick
        case .wake:
            guard let wake = rig.wakeTime else { return nil }
            rig.now = max(rig.now, wake)
            rig.send(.wake)
        case .refresh: rig.refresh()
        case .pause: rig.send(.pause)
        case .resume: rig.send(.resume)
        case .seekBack: rig.send(.seek(.zero))
        case .seekOn: rig.send(.seek(.milliseconds(250)))
        case .step: rig.send(.step)
        case .speed: rig.send(.speed(2))
        case .live:
            guard rig.source.hasLiveEdge else { return nil }
            rig.send(.live)
        case .pauseVideo:
            guard rig.source.pauseVideo() else { return nil }
            rig.send(.news)
        case .loseVideo:
            guard !rig.transport.isSeen(at: rig.now), rig.source.loseVideo() else { return nil }
            rig.send(.news)
        }
        return rig
    }

    private func check(_ before: TransportRig, _ step: Step, _ after: TransportRig) -> Bool {
        let (old, new) = (before.transport, after.transport)
        let state = after.source.state
        let wake = after.wakeTime
        let due = new.nextFrameDue(source: state)
        let seeks = after.source.seeks - before.source.seeks
        let isBack = after.position < before.position
        let isNext = before.source.successors != after.source.successors
        let mayGoBack =
            after.told.contains { [.seeked, .looped, .landed, .ended, .buffering].contains($0) } || step == .refresh
            || step == .step || before.transport.stepsWanted > 0 || isNext
        let rules: [(String, Bool)] = [
            ("standing, nothing wakes it", !new.isPaused || (wake == nil && due == nil) || isCued(new)),
            ("over, nothing wakes it", ![.ended, .failed].contains(new.phase) || wake == nil),
            ("a wake that is served is over", step != .wake || wake.map { $0 > after.now } ?? true),
            (
                "failed is final for the medium",
                old.phase != .failed
                    || new.phase == .failed && new.isPaused && new.picture == old.picture && seeks == 0
                        && after.position == before.position
            ),
            (
                "failed is told once",
                after.told.filter { $0 == .failed }.count == (old.phase != .failed && new.phase == .failed ? 1 : 0)
            ),
            ("an end is told once", after.told.filter { $0 == .ended }.count <= 1),
            ("at the end it is paused", new.phase != .ended || new.isPaused),
            ("pause is told as it is", old.isPaused != new.isPaused ? !after.told.isEmpty : true),
            ("at most one seek a step", seeks <= 1),
            (
                "only what was asked or astray is sought",
                seeks == 0 || [.seekBack, .seekOn, .refresh, .resume, .step, .loseVideo].contains(step)
                    || before.source.hasLiveEdge
            ),
            ("no frame of an old position", (new.picture?.generation ?? .max) >= old.picture?.generation ?? 0),
            ("not before the beginning", after.position >= .zero),
            (
                "not behind the end",
                after.source.loops || after.source.tellsDuration == false || after.source.isStill
                    // At twice the speed, a tick after the last frame's end.
                    || after.position <= max(after.source.length, before.position)
                        + (Self.tick + after.source.frameDuration) * 2
            ),
            ("never back unasked", !isBack || mayGoBack),
            ("a pause holds the position", step != .pause || isNext || after.position == before.position),
            ("what is taken unseen tells the end", unseenIsLegitimate(before, step, after)),
            ("standing, a second refresh does nothing", step != .refresh || !new.isStanding || isSettled(after)),
        ]
        for (rule, holds) in rules where !holds {
            Issue.record("\(rule): \(step) led from\n\(before)\nto\n\(after)")
            return false
        }
        return true
    }

    private func isSettled(_ rig: TransportRig) -> Bool {
        [Duration.milliseconds(20), .seconds(5)].allSatisfy { pause in
            var later = rig
            later.now += pause
            later.refresh()
            return later.taken == rig.taken && later.told == rig.told && later.source.seeks == rig.source.seeks
                && later.transport.picture == rig.transport.picture && later.transport.phase == rig.transport.phase
                && later.transport.clock == rig.transport.clock
        }
    }

    private func isCued(_ transport: Transport) -> Bool {
        if case .cued = transport.phase { true } else { false }
    }

    /// Whether frames may be taken unseen. In a file with a known end they wait for a refresh, except a seek's first
    /// frame and steps.
    private func unseenIsLegitimate(_ before: TransportRig, _ step: Step, _ after: TransportRig) -> Bool {
        guard after.source.isSeekable, after.source.tellsDuration, after.taken > 0 else { return true }
        return step == .refresh || before.source.successors != after.source.successors
            || before.transport.phase == .ended || step == .step
            || after.told.contains { [.landed, .looped, .ended].contains($0) }
            || before.transport.stepsWanted > 0
    }

    /// Whether playback reaches its end, unseen and then seen, if the source works and wake-ups are served.
    private func comesToItsEnd(_ rig: TransportRig) -> Bool {
        for isSeen in [false, true] {
            var rig = rig
            rig.send(.resume)
            rig.pass(.seconds(4), seen: isSeen)
            let isOver: Bool =
                if rig.source.phase == .failed || rig.source.breakage != nil {
                    [.failed, .ended].contains(rig.transport.phase)
                        || (rig.source.isStill && rig.transport.picture != nil)
                } else if rig.source.loops {
                    rig.told.contains(.looped)
                } else if rig.source.isStill {
                    [.playing, .ended].contains(rig.transport.phase) && rig.transport.picture != nil
                } else {
                    rig.transport.phase == .ended
                }
            guard isOver else {
                Issue.record("\(isSeen ? "seen" : "unseen"), it never ends: \(rig)")
                return false
            }
        }
        return true
    }
}
