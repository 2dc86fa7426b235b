/// The way in which a player of `oriel play` ended.
public enum PlayEnd: String, Sendable, Hashable {
    /// Its user returned from Picture in Picture, with `PlayOptions.endsOnReturn`.
    case returned
    /// Its user closed Picture in Picture.
    case closed
    /// Its last medium ended.
    case ended
    /// Its medium can't be played.
    case failed
    /// Any other way: its user quit it, or a signal ended the program.
    case quit
}
