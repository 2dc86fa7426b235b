import Oriel
import OrielPipeWire
import Testing

/// The decisions of a camera source, without PipeWire.
struct CameraSessionTests {
    private static func camera(_ node: UInt32, _ name: String, rank: Int = 0, hasFailed: Bool = false) -> PipeWireCamera
    {
        var camera = PipeWireCamera(node: node, name: name, description: name)
        (camera.rank, camera.hasFailed) = (rank, hasFailed)
        return camera
    }

    private static let front = camera(7, "front")
    private static let back = camera(9, "back")

    /// A session that films with `front`.
    private static func filming() -> CameraSession {
        var session = CameraSession(wanted: nil)
        _ = session.handle(.cameras([front]))
        _ = session.handle(.frame(stream: 1))
        return session
    }

    @Test func theUsualCameraFilmsOrTheOneThatIsWanted() {
        var usual = CameraSession(wanted: nil)
        let better = Self.camera(9, "back", rank: 5)
        let first = usual.handle(.cameras([Self.front, better]))
        #expect(first == [.changed, .open(stream: 1, camera: better)])
        var wanting = CameraSession(wanted: "front")
        let none = wanting.handle(.cameras([better]))
        #expect(none == [.changed] && wanting.camera == nil)
        let some = wanting.handle(.cameras([Self.front, better]))
        #expect(some == [.changed, .open(stream: 1, camera: Self.front)])
    }

    @Test func absencesCloseTheCameraAndAreToldInPairs() {
        var session = Self.filming()
        let away = session.handle(.absence(.stashed))
        #expect(away == [.close, .interrupted(.notAvailableInBackground)])
        let more = session.handle(.absence([.stashed, .suspended]))
        let less = session.handle(.absence(.suspended))
        #expect(more == [] && less == [])
        let back = session.handle(.absence([]))
        #expect(back == [.open(stream: 2, camera: Self.front), .interruptionEnded])
        // Frames and ends of the former stream are no news.
        #expect(session.stream == 2)
        let late = [CameraSession.Input.frame(stream: 1), .ended(stream: 1), .silence(stream: 1)]
        for input in late {
            let outputs = session.handle(input)
            #expect(outputs == [])
        }
    }

    @Test func aSuspendedCameraIsNotInterrupted() {
        var session = Self.filming()
        let off = session.handle(.suspend(true))
        let away = session.handle(.absence(.hidden))
        #expect(off == [.close] && away == [])
        let on = session.handle(.suspend(false))
        #expect(on == [.interrupted(.notAvailableInBackground)])
    }

    @Test func aStreamThatEndsIsTriedAgainUntilItHasAFrame() {
        var session = Self.filming()
        let end = session.handle(.ended(stream: 1))
        #expect(end == [.close, .retry(after: CameraSession.doubt)])
        let retry = session.handle(.retry)
        #expect(retry == [.open(stream: 2, camera: Self.front), .interrupted(.inUseByAnotherClient)])
        let again = session.handle(.ended(stream: 2))
        #expect(again == [.close, .retry(after: CameraSession.pause)])
        let third = session.handle(.retry)
        #expect(third == [.open(stream: 3, camera: Self.front)])
        let frame = session.handle(.frame(stream: 3))
        #expect(frame == [.interruptionEnded])
        let stray = session.handle(.retry)
        #expect(stray == [])
    }

    /// An unplugged camera's stream ends before the camera leaves the list.
    @Test func anUnpluggedCameraIsNoInterruption() {
        var session = Self.filming()
        _ = session.handle(.ended(stream: 1))
        let gone = session.handle(.cameras([Self.back]))
        #expect(gone == [.changed] && session.camera == nil)
        let retry = session.handle(.retry)
        #expect(retry == [])
        let again = session.handle(.cameras([Self.back, Self.camera(12, "front")]))
        #expect(again == [.changed, .open(stream: 2, camera: Self.camera(12, "front"))])
    }

    @Test func silenceIsDoubtedOnce() {
        var session = Self.filming()
        let first = session.handle(.silence(stream: 1))
        #expect(first == [.close, .open(stream: 2, camera: Self.front)])
        let second = session.handle(.silence(stream: 2))
        #expect(second == [.close, .retry(after: CameraSession.pause), .interrupted(.inUseByAnotherClient)])
        _ = session.handle(.retry)
        let third = session.handle(.silence(stream: 3))
        #expect(third == [.close, .retry(after: CameraSession.pause)])
        _ = session.handle(.retry)
        let frame = session.handle(.frame(stream: 4))
        #expect(frame == [.interruptionEnded])
        // A later silence is doubted again.
        let later = session.handle(.silence(stream: 4))
        #expect(later == [.close, .open(stream: 5, camera: Self.front)])
    }

    @Test func oneInterruptionEndsBeforeTheNext() {
        var session = Self.filming()
        _ = session.handle(.ended(stream: 1))
        _ = session.handle(.retry)
        let away = session.handle(.absence(.stashed))
        #expect(away == [.close, .interruptionEnded, .interrupted(.notAvailableInBackground)])
        let back = session.handle(.absence([]))
        #expect(
            back == [
                .open(stream: 3, camera: Self.front), .interruptionEnded, .interrupted(.inUseByAnotherClient),
            ])
    }

    @Test func aDeviceThatFailsIsAnInterruption() {
        var session = Self.filming()
        let failed = session.handle(.cameras([Self.camera(7, "front", hasFailed: true)]))
        #expect(
            failed == [.close, .retry(after: CameraSession.pause), .changed, .interrupted(.inUseByAnotherClient)])
    }

    @Test func aLostConnectionLeavesNoCamera() {
        var session = Self.filming()
        let lost = session.handle(.lost)
        #expect(lost == [.close, .changed] && session.cameras == [])
        let found = session.handle(.cameras([Self.front]))
        #expect(found == [.changed, .open(stream: 2, camera: Self.front)])
    }

    /// Whatever comes: no stream is open without a camera or out of sight, and interruptions come in pairs.
    @Test func randomNewsKeepTheRules() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var session = CameraSession(wanted: Bool.random() ? "front" : nil)
            var open: Int?
            var isInterrupted = false
            var (isAway, isSuspended) = (false, false)
            for _ in 0..<200 {
                let number = Int.random(in: 0...max(1, open ?? 1), using: &random)
                let input: CameraSession.Input =
                    switch Int.random(in: 0..<10, using: &random) {
                    case 0: .cameras([])
                    case 1: .cameras([Self.front, Self.back])
                    case 2: .cameras([Self.camera(7, "front", hasFailed: Bool.random())])
                    case 3: .choose(["front", "back", "none", nil].randomElement() ?? nil)
                    case 4: .suspend(Bool.random())
                    case 5: .absence(Bool.random() ? .stashed : [])
                    case 6: .frame(stream: number)
                    case 7: .silence(stream: number)
                    case 8: .ended(stream: number)
                    default: Bool.random() ? .retry : .lost
                    }
                if case .absence(let absence) = input { isAway = !absence.isEmpty }
                if case .suspend(let value) = input { isSuspended = value }
                for output in session.handle(input) {
                    switch output {
                    case .open(let stream, _):
                        #expect(open == nil)
                        open = stream
                    case .close:
                        #expect(open != nil)
                        open = nil
                    case .interrupted:
                        #expect(!isInterrupted)
                        isInterrupted = true
                    case .interruptionEnded:
                        #expect(isInterrupted)
                        isInterrupted = false
                    case .retry, .changed: break
                    }
                }
                #expect(open == session.stream && isInterrupted == (session.interruption != nil))
                #expect(open == nil || (session.camera != nil && !isAway && !isSuspended))
            }
        }
    }
}
