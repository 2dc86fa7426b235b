import OrielPlatform
import OrielTransport

/// A player's state behind AVPlayer's names and observation, which neither the transport nor the source has.
struct PlayerFace: Sendable {
    /// Speed that `play()` begins with, in media seconds per second.
    var defaultSpeed = 1.0
    /// Whether playback goes on after a seek from the end: `ActionAtItemEnd.none`.
    var playsOnFromEnd = false
    /// Whether a visible, playing picture keeps the screen on.
    var preventsDisplaySleep = true
    /// Callers that wait for the end of a seek.
    var seeks = SeekWaiters()
    /// The values that observers were told last, by property.
    let told = ToldValues()
    /// Readers of `periodicTimes(every:)` and `boundaryTimes(_:)`.
    var times = TimeReaders()
    var changes = StreamReaders<Player.Change>()
    var events = EventReaders()
    /// Handlers of changes that no `Player.Change` tells.
    let onFactsChange = HandlerList<Void>()
    /// The duration that observers were told last.
    var duration: Duration?
    /// The list in the order that it had before it was shuffled; nil if it isn't.
    var unshuffled: [PlayerItem]?
    /// Whether the player was closed, with its view.
    private(set) var isClosed = false

    /// Ends every wait and every sequence.
    mutating func finish() {
        isClosed = true
        seeks.end(false)
        times.finish()
        events.readers.finish()
        changes.finish()
    }
}

/// The values of a player's properties that its observers were told last.
@MainActor
final class ToldValues {
    private var values: [PartialKeyPath<Player>: any Equatable] = [:]

    nonisolated init() {}

    /// Notes a property's value.
    /// - Returns: whether it differs from the last one.
    func note<Value: Equatable>(_ value: Value, of property: KeyPath<Player, Value>) -> Bool {
        guard values[property] as? Value != value else { return false }
        values[property] = value
        return true
    }
}

/// Volume and muting of a player.
package struct SoundLevel: Hashable, Sendable {
    /// Volume in per cent.
    package var volume = 100 { didSet { volume = PlaybackLimits.volume.nearest(to: volume) } }
    package var isMuted = false

    package init() {}
}
