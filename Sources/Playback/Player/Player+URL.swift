public import FoundationEssentials
import OrielLibav

/// Players and items of URLs.
extension Player {
    /// Makes a player of a medium by its URL, as `init(_:options:)` does by its path or address.
    /// - Parameters:
    ///   - url: a file, or any URL that libavformat opens. A URL without a scheme counts as a path. One that nothing
    ///     opens is reported as `status`, like a missing file.
    ///   - options: the player's options.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
    public convenience init(_ url: URL, options: Options = Options()) throws(StartError) {
        try self.init(MediaLocation(url), options: options)
    }

    /// Makes a player of a medium by its URL, with AVPlayer's label.
    /// - Parameters:
    ///   - url: a file, or any URL that libavformat opens. A URL without a scheme counts as a path.
    ///   - options: the player's options.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
    public convenience init(url: URL, options: Options = Options()) throws(StartError) {
        try self.init(url, options: options)
    }

    /// Makes a player without an item; `replaceCurrentItem(with:)` gives it one.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
    public convenience init() throws(StartError) { try self.init(items: []) }

    /// Makes a player of one item, with AVPlayer's label.
    /// - Parameters:
    ///   - item: the item; nil for an empty list.
    ///   - options: options for each item, except its start time and its additional files.
    /// - Throws: `StartError` if the system refuses a file descriptor or a thread.
    public convenience init(playerItem item: PlayerItem?, options: Options = Options()) throws(StartError) {
        try self.init(items: item.map { [$0] } ?? [], options: options)
    }
}

extension PlayerItem {
    /// Makes an item of a URL. It is opened only shortly before it is played.
    /// - Parameters:
    ///   - url: a file, or any URL that libavformat opens. A URL without a scheme counts as a path.
    ///   - startTime: media time at which playback of the item starts the first time.
    ///   - audioFiles: additional sound files; the first one is played.
    ///   - subtitleFiles: additional subtitle files; the first one is shown.
    public convenience init(
        _ url: URL, startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) {
        self.init(MediaLocation(url), startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    /// Makes an item of a URL, with AVPlayerItem's label.
    /// - Parameter url: a file, or any URL that libavformat opens. A URL without a scheme counts as a path.
    public convenience init(url: URL) { self.init(url) }
}

extension MediaLocation {
    /// The medium of a URL. A path is never taken for standard input or an address.
    fileprivate init(_ url: URL) {
        if url.scheme == nil {
            self = .path(url.path)
        } else {
            self.init(url.absoluteString)
        }
    }
}
