/// The program's arguments.
struct Arguments: Equatable {
    /// Files and addresses, which are played one after the other.
    let media: [String]

    /// - Parameter words: the arguments without the program's name.
    /// - Returns: nil if there is nothing to play, or an option, as this program has none.
    init?(_ words: some Collection<String>) {
        guard !words.isEmpty, !words.contains(where: { $0.hasPrefix("-") }) else { return nil }
        media = Array(words)
    }
}
