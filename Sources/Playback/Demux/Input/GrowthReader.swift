/// Reader of a file that may grow, which knows whether packets are lacking. Any thread.
package protocol GrowthReader: AnyObject {
    /// Waits at the present end of the file.
    /// - Parameter endsIfWanted: whether the wait ends as soon as packets are lacking.
    func waitAtEnd(upTo limit: Duration, endsIfWanted: Bool) -> EndOfWait
}

/// End of a wait at the present end of a file.
package enum EndOfWait {
    case timeout
    /// Packets are lacking.
    case wanted
    /// The reader closes or seeks.
    case interrupted
}
