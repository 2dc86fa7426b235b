/// A view's absence, and the cameras that follow it.
@MainActor
final class CaptureAudience {
    private(set) var absence: ViewAbsence = []
    private var followers: [ObjectIdentifier: @MainActor (ViewAbsence) -> Void] = [:]

    nonisolated init() {}

    /// Adds or removes reasons, and tells the followers.
    func set(_ causes: ViewAbsence, _ isAway: Bool) {
        let before = absence
        if isAway { absence.formUnion(causes) } else { absence.subtract(causes) }
        guard absence != before else { return }
        for follower in Array(followers.values) { follower(absence) }
    }

    /// Calls a function with each change of the absence; nil for no longer.
    func follow(_ owner: AnyObject, _ body: (@MainActor (ViewAbsence) -> Void)?) {
        followers[ObjectIdentifier(owner)] = body
    }
}
