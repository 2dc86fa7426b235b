/// Kind of a played stream. Each has its own packet queue and decode thread.
package enum StreamKind: Hashable, Sendable, CaseIterable { case video, audio }
