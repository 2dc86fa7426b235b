public import FoundationEssentials
public import OrielPictureInPicture
public import OrielPlayback
public import OrielPlayer

// `localizedDescription`, which alerts and logs of apps show, is each error's own sentence. It is in English.

extension PictureInPictureError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}

extension StartError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { what }
    /// The advice; nil where there is none.
    public var recoverySuggestion: String? { advice }
}

extension ConnectionLost: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}

extension SampleBufferError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}

extension MediaError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}
