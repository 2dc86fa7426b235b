import OrielSessionBus
import SystemPackage
import Testing

/// The steps of `ShortcutBinding`, without a bus.
struct ShortcutBindingTests {
    private static let bound = [BoundShortcut("toggle-pip", trigger: "Super+i")]

    /// Returns a binding after inputs that make it bound in session `s`.
    private func boundBinding() -> ShortcutBinding {
        var binding = ShortcutBinding()
        for input: ShortcutBinding.Input in [
            .start, .version(2), .created(0, session: "s"), .answered(0, Self.bound),
        ] { _ = binding.handle(input) }
        return binding
    }

    @Test func eachStepFollowsTheAnswerToTheLast() {
        var binding = ShortcutBinding()
        let steps: [(ShortcutBinding.Input, [ShortcutBinding.Output])] = [
            (.start, [.ask]), (.version(2), [.create]), (.created(0, session: "s"), [.bind(session: "s")]),
            (.answered(0, Self.bound), [.report(.bound(Self.bound))]),
            (.activated(session: "s", id: "swap", token: "t"), [.perform(id: "swap", token: "t")]),
            (.changed(session: "s", []), [.report(.bound([]))]),
        ]
        for (input, output) in steps {
            let found = binding.handle(input)
            #expect(found == output)
        }
        #expect(binding.version == 2)
    }

    @Test func secondAnswersAndOtherSessionsChangeNothing() {
        var binding = boundBinding()
        let before = binding
        for input: ShortcutBinding.Input in [
            .start, .version(1), .created(0, session: "x"), .created(1, session: nil), .answered(1, []),
            .answered(0, []), .activated(session: "x", id: "swap", token: nil), .changed(session: "x", []),
            .closed(session: "x"), .failed(.timedOut), .portal(isPresent: true),
        ] {
            let found = binding.handle(input)
            #expect(found == [], "\(input)")
        }
        #expect(binding == before)
    }

    @Test(arguments: [(UInt32(1), ShortcutReport.denied), (2, .failed(.ioError))])
    func aRefusalEndsTheSession(code: UInt32, report: ShortcutReport) {
        var binding = ShortcutBinding()
        let begin: [ShortcutBinding.Input] = [.start, .version(1), .created(0, session: "s")]
        for input in begin { _ = binding.handle(input) }
        let found = binding.handle(.answered(code, []))
        #expect(found == [.close(session: "s"), .report(report)])
        // A portal that starts again asks the user no second time.
        let again = binding.handle(.portal(isPresent: true))
        #expect(again == (code == 1 ? [] : [.ask]))
    }

    @Test func aPortalThatReturnsIsAskedFromTheStart() {
        var binding = boundBinding()
        let gone = binding.handle(.portal(isPresent: false))
        let back = binding.handle(.portal(isPresent: true))
        #expect(gone == [.report(.gone)] && back == [.ask] && binding.phase == .asking)
        // The bus reports a portal that it starts for this very question.
        let started = binding.handle(.portal(isPresent: true))
        #expect(started == [])
    }

    @Test func aSessionThatIsClosedIsReplacedAFewTimes() {
        var binding = boundBinding()
        for _ in 0..<3 {
            let found = binding.handle(.closed(session: "s"))
            #expect(found == [.create])
            _ = binding.handle(.created(0, session: "s"))
            _ = binding.handle(.answered(0, Self.bound))
        }
        let last = binding.handle(.closed(session: "s"))
        #expect(last == [.report(.closed)])
        // A shortcut that works shows that the desktop means it well.
        binding = boundBinding()
        for _ in 0..<8 {
            _ = binding.handle(.activated(session: "s", id: "swap", token: nil))
            let found = binding.handle(.closed(session: "s"))
            #expect(found == [.create])
            _ = binding.handle(.created(0, session: "s"))
            _ = binding.handle(.answered(0, Self.bound))
        }
    }

    @Test func aPortalWithoutTheInterfaceIsToldOnce() {
        var binding = ShortcutBinding()
        _ = binding.handle(.start)
        let found = binding.handle(.failed(.noSuchFileOrDirectory))
        #expect(found == [.report(.unsupported(.noSuchFileOrDirectory))])
        let later = binding.handle(.failed(.timedOut))
        #expect(later == [])
    }
}
