/// Output of `oriel play --hand-back`. Later versions only add fields.
package struct HandBack: Hashable, Sendable, Codable {
    package var version = 1
    /// The way in which the player ended: `returned`, `closed`, `ended`, `failed` or `quit`.
    package var end: String
    /// The player's last state.
    package var player: PlayerStatus

    package init(end: String, player: PlayerStatus) {
        self.end = end
        self.player = player
    }

    /// Reads the output's line; nil if it is another one.
    package init?(json: [UInt8]) {
        guard let report = JSON.decode(Self.self, from: json) else { return nil }
        self = report
    }

    /// The output's line.
    package var json: String { JSON.line(self) }
}
