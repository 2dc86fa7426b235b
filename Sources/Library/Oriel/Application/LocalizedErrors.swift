public import FoundationEssentials
public import OrielLibav
public import OrielPictureInPicture
public import OrielPlayer

// `localizedDescription`, for an app's alerts and logs, is each error's own sentence, in English.

extension PictureInPictureError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { description }
}

extension StartError: LocalizedError {
    /// The error's sentence, without a full stop.
    public var errorDescription: String? { what }
    /// The advice; nil if there is none.
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
