import Oriel
import Testing

@Suite struct BackoffTests {
    @Test func whatFailsIsTriedEverMoreRarelyAndNeverGivenUp() {
        var backoff = Backoff()
        #expect(backoff.mayTry(at: .zero))
        var now = Duration.zero
        var waits: [Duration] = []
        for _ in 0..<14 {
            backoff.failed(at: now)
            guard let next = backoff.nextTry else { break }
            #expect(!backoff.mayTry(at: next - .milliseconds(1)) && backoff.mayTry(at: next))
            waits.append(next - now)
            now = next
        }
        #expect(waits.first == .milliseconds(10) && waits.last == .seconds(5))
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $1 == min($0 * 2, .seconds(5)) })
        backoff.succeeded()
        #expect(backoff == Backoff() && backoff.mayTry(at: .zero))
    }

    @Test func aSentenceIsNewsOnceAndAgainAfterItWasAway() {
        var complaints = Complaints()
        let first = complaints.isNews("a", at: .seconds(1))
        let repeated = (2...30).count { complaints.isNews("a", at: .seconds($0)) }
        let other = complaints.isNews("b", at: .seconds(30))
        let again = complaints.isNews("a", at: .seconds(40))
        #expect(first && repeated == 0 && other && again)
    }

    @Test func sentencesWithoutEndAreCutShort() {
        var complaints = Complaints()
        let said = (0..<1000).count { complaints.isNews("\($0)", at: .milliseconds($0)) }
        let later = complaints.isNews("later", at: .seconds(60))
        #expect(said == 16 && later)
    }
}
