import OrielPictureInPicture
package import OrielSceneHandoff

/// A line of `oriel watch`.
package struct WatchedEvent: Hashable, Sendable {
    /// Orders events across processes; starts again with each broker.
    package var sequence: UInt64
    package var player: String?
    package var event: HandoffEvent
    /// The player's state, for a `snapshot`; otherwise nil.
    package var state: PlayerStatus?

    /// The event as `watch --json` prints it.
    package var json: String { JSON.line(self) }
}

extension WatchedEvent: Encodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        // The event's own fields are encoded first, so that they can't replace the fixed ones below.
        for field in event.fields {
            switch field.value {
            case .string(let value): try container.encode(value, forKey: Key(field.name))
            case .number(let value): try container.encode(value, forKey: Key(field.name))
            case .bool(let value): try container.encode(value, forKey: Key(field.name))
            }
        }
        try container.encode(sequence, forKey: Key("seq"))
        let (seconds, attoseconds) = event.time.components
        try container.encode(Double(seconds) + Double(attoseconds / 1_000_000_000_000) * 1e-6, forKey: Key("time"))
        if let player { try container.encode(player, forKey: Key("player")) }
        try container.encode(event.name, forKey: Key("event"))
        if let transaction = event.transaction {
            try container.encode(transaction.number, forKey: Key("transaction"))
            try container.encode(transaction.generation, forKey: Key("generation"))
        }
        if let state { try container.encode(state, forKey: Key("state")) }
    }
}
