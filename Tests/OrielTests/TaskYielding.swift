/// Lets tasks run until a condition is met: some resume on another thread first, which a busy machine starts late.
/// - Returns: false if it isn't met in 20 seconds.
@MainActor @discardableResult
func yield(until isMet: () -> Bool) async -> Bool {
    let limit = ContinuousClock.now + .seconds(20)
    while !isMet() {
        guard ContinuousClock.now < limit else { return false }
        await Task.yield()
    }
    return true
}
