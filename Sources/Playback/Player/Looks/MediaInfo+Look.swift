public import FoundationEssentials
public import OrielLibav

extension MediaInfo {
    /// Opens a medium as for playback, reads what it is, and closes it, on other threads. At most four media are looked
    /// at at once in a process; further calls wait. Addresses on the network have the limits of `options`.
    /// - Parameters:
    ///   - item: not standard input; its start time and its additional files don't count.
    ///   - options: `allowsNetwork`, `http` and `deinterlaces` count.
    /// - Throws: `MediaError` if the medium can't be played, `CancellationError` if the task was cancelled.
    public init(of item: PlayerItem, options: Player.Options = Player.Options()) async throws {
        self = try await Look.run { try LookedMedium(item, options).info($0) }
    }

    /// Opens a medium by its URL, reads what it is, and closes it; see `init(of:options:)`.
    /// - Throws: `MediaError` if the medium can't be played, `CancellationError` if the task was cancelled.
    public init(url: URL, options: Player.Options = Player.Options()) async throws {
        try await self.init(of: PlayerItem(url), options: options)
    }
}
