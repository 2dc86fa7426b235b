import OrielPlatform

/// The end of a surface that shows how its picture leaves it, and that is no longer the player's.
@MainActor
final class Departure {
    private let timer = LoopTimer()
    private var finish: () -> Void = {}

    /// Begins a departure, and ends the one before. A hidden surface gets no frame callbacks, so it ends after a limit
    /// in any case.
    /// - Parameter finish: destroys the surface.
    func begin(on loop: MainLoop, within limit: Duration, _ finish: @escaping () -> Void) {
        end()
        self.finish = finish
        timer.set(on: loop, after: limit) { [weak self] in self?.end() }
    }

    /// Ends a departure that is under way.
    func end() {
        timer.cancel()
        let finish = finish
        self.finish = {}
        finish()
    }
}
