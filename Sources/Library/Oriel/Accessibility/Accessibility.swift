import Logging
import OrielAccessibility
import OrielControls
import OrielPlatform
import OrielSessionBus

/// The elements of an application's views for screen readers (AT-SPI). Main actor only.
@MainActor
final class Accessibility {
    private let loop: MainLoop
    private let buses: BusConnections
    private let program: String
    private let log: Logger
    private let views: () -> [any AccessibleView]
    private var service: AccessibilityService?
    private var elements = AccessibleElements()
    /// Numbers of the views, for the names of their elements.
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var lastNumber = 0
    private var announcements = Announcements()
    private let refresh = LoopTimer()
    private let speech = LoopTimer()
    private lazy var renewal = BusRenewal(loop) { [weak self] in self?.connect() }
    /// Host time of the last look at the views.
    private var updated = Duration.zero

    /// Time for which a reader's questions are answered without another look at the views.
    private static let freshness = Duration.milliseconds(250)

    /// Looks for a screen reader, a moment later.
    /// - Parameters:
    ///   - program: the program's name for a person.
    ///   - views: returns the program's views.
    init(
        loop: MainLoop, buses: BusConnections, program: String, log: Logger,
        views: @escaping () -> [any AccessibleView]
    ) {
        (self.loop, self.buses, self.program, self.log, self.views) = (loop, buses, program, log, views)
        renewal.begin()
    }

    func finish() {
        for timer in [refresh, speech] { timer.cancel() }
        renewal.cancel()
        service = nil
    }

    private func connect() {
        service = nil
        do throws(PlatformError) {
            let service = try AccessibilityService(buses, program: program) {
                [weak self] id, request in MainActor.assumeIsolated { self?.perform(id, request) }
            }
            service.onActivity = { [weak self] in MainActor.assumeIsolated { self?.activityChanged() } }
            service.onCall = { [weak self] in MainActor.assumeIsolated { self?.updateIfOld() } }
            service.onEnd = { [weak self] in MainActor.assumeIsolated { self?.renewal.ended() } }
            self.service = service
            renewal.succeeded()
        } catch {
            log.debug("no accessibility: \(error)")
            renewal.failed()
        }
    }

    /// Whether a screen reader is there.
    var isActive: Bool { service?.isActive == true }

    private func activityChanged() {
        log.debug("a screen reader is \(isActive ? "there" : "gone")")
        (elements, announcements) = (AccessibleElements(), Announcements())
        speech.cancel()
        if isActive { update() }
    }

    // MARK: Elements

    /// Notes that something may have changed; it is told in the loop's next step, once for all changes of a turn.
    func noteChange() {
        guard isActive, !refresh.isSet else { return }
        refresh.set(on: loop, after: .zero) { [weak self] in self?.update() }
    }

    private func updateIfOld() { if isActive, MonotonicClock.now - updated > Self.freshness { update() } }

    private func update() {
        updated = MonotonicClock.now
        var elements = AccessibleElements()
        var numbers: [ObjectIdentifier: Int] = [:]
        for view in views() {
            let number = number(of: view)
            numbers[ObjectIdentifier(view)] = number
            elements.add(view, name: "v\(number)")
        }
        (self.elements, self.numbers) = (elements, numbers)
        service?.update(elements.windows)
    }

    private func number(of view: any AccessibleView) -> Int {
        if let number = numbers[ObjectIdentifier(view)] { return number }
        lastNumber += 1
        return lastNumber
    }

    private func perform(_ id: String, _ request: AccessibleRequest) { elements.effects[id]?(request) }

    // MARK: Announcements

    /// Has a screen reader say a message.
    /// - Parameter isLasting: whether it is said only if `withdraw` doesn't follow soon.
    func announce(_ text: String, isLasting: Bool = false) {
        guard isActive else { return }
        announcements.add(text, at: MonotonicClock.now, isLasting: isLasting)
        schedule()
    }

    /// Takes back the message that was to last.
    func withdraw() {
        announcements.withdraw()
        schedule()
    }

    /// Tells the new position of a view's bar.
    /// - Returns: whether a reader says it, because it is on the bar.
    func noteSeek(of view: any AccessibleView) -> Bool {
        guard isActive else { return false }
        update()
        for surface in ["window", "overlay"] { service?.tellValue(of: "v\(number(of: view))_\(surface)_scrubber") }
        let scene = view.scene
        return [scene.windowScene.surfaceInput, scene.overlay.input].contains { $0?.focusedControl == .scrubber }
    }

    private func schedule() {
        speech.keep(on: loop, at: announcements.time) { [weak self] in
            guard let self else { return }
            for text in announcements.take(at: MonotonicClock.now) { service?.announce(text) }
            schedule()
        }
    }
}
