public import OrielLibav
import OrielMedia
import OrielPlatform
import OrielTransport

/// Events of playback with their values, for analytics and logs.
extension Player {
    /// Event of playback: what happened, in which item and where.
    public struct Event: Hashable, Sendable {
        /// Kind of an event, with its values.
        public enum Kind: Hashable, Sendable {
            /// The medium is open.
            /// - duration: nil if the medium doesn't tell it.
            /// - bitRate: bits per second of the whole medium; nil if unknown.
            case opened(duration: Duration?, bitRate: Int?)
            /// Another item is the present one, or none (`Event.item`).
            case item
            /// Playback was paused (0) or resumed, or its rate was changed.
            case rate(Float)
            /// A seek has begun.
            case seeked
            /// The last seek is complete.
            case landed
            /// Playback waits for frames.
            case stalled
            /// Playback goes on after a stall of this length.
            case resumed(after: Duration)
            /// Playback has looped to the beginning.
            case looped
            /// Playback has ended.
            case ended
            /// A track of the item can't be played, or a file that goes with it, while the rest is.
            case trackLost(MediaError)
            /// An item can't be played and was skipped.
            case skipped(PlayerItem, MediaError?)
            /// The present medium can't be played, or not to its end.
            case failed(MediaError?)
        }

        /// The kind, with its values.
        public let kind: Kind
        /// The present item; nil if there is none.
        public let item: PlayerItem?
        /// The media time.
        public let position: Duration
    }

    /// The events from now on. The sequence does not keep the player, and ends when the player is closed with its view
    /// or released. A reader that falls more than 256 events behind loses the oldest.
    public var events: AsyncStream<Event> {
        let stream = face.events.add(rate: rateNow)
        if face.isClosed { face.events.readers.finish() }
        return stream
    }

    func tellEvent(_ kind: Event.Kind) {
        guard !face.events.readers.isEmpty else { return }
        face.events.readers.yield(Event(kind: kind, item: queue?.current, position: position))
    }

    /// Tells the readers of a change.
    func tellEvents(of change: Change) {
        switch change {
        case .frames, .subtitles, .form, .interstitial, .marks, .sound: break
        case .opened: tellEvent(.opened(duration: source.state.duration, bitRate: source.description.bitRate))
        case .item: tellEvent(.item)
        case .paused, .speed: if face.events.takeChange(of: rateNow) { tellEvent(.rate(rateNow)) }
        case .seeked: tellEvent(.seeked)
        case .landed: tellEvent(.landed)
        case .buffering:
            if transport.phase == .buffering {
                face.events.stalledSince = face.events.stalledSince ?? now()
                tellEvent(.stalled)
            } else if let since = face.events.stalledSince {
                face.events.stalledSince = nil
                tellEvent(.resumed(after: max(.zero, now() - since)))
            }
        case .looped: tellEvent(.looped)
        case .ended:
            // The end pauses; the event says so.
            _ = face.events.takeChange(of: rateNow)
            tellEvent(.ended)
        case .skipped(let item): tellEvent(.skipped(item, queue?.failure(of: item)))
        case .failed:
            _ = face.events.takeChange(of: rateNow)
            tellEvent(.failed(source.failure))
        }
    }

    private var rateNow: Float { transport.isPaused ? 0 : Float(transport.clock.speed) }
}

struct EventReaders: Sendable {
    var readers = StreamReaders<Player.Event>()
    /// Rate that the readers know.
    private var rate: Float = 0
    /// Host time at which playback began to wait for frames; nil while it doesn't.
    var stalledSince: Duration?

    /// Adds a reader.
    /// - Parameter rate: the present rate, which the reader knows.
    mutating func add(rate: Float) -> AsyncStream<Player.Event> {
        if readers.isEmpty { self.rate = rate }
        return readers.add(keeping: 256)
    }

    /// Returns whether the rate differs from the one that the readers know, which is this one from now on.
    mutating func takeChange(of rate: Float) -> Bool {
        defer { self.rate = rate }
        return rate != self.rate
    }
}
