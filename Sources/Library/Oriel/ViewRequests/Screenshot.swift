import OrielDecode
import OrielGeometry
package import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielTexts

/// Saves a frame as a file: the video alone, in its full size.
package enum Screenshot {
    /// Failure of a picture that is nearly black or of one colour.
    package static let showsNothing = localized("the picture shows nothing")

    /// Does the same as `save` on a thread of its own. Swift's pool of threads isn't used, not even to await the
    /// thread: once it exists, it wakes the process every second.
    /// - Parameter done: called on the main actor with the failure as a sentence; nil for success.
    @MainActor
    static func saveAside(
        _ frame: VideoFrame, to path: String, within width: Int = .max, isPrivate: Bool = false,
        refusesPlain: Bool = false,
        done: @escaping @MainActor @Sendable (String?) -> Void
    ) {
        do throws(PlatformError) {
            _ = try NamedThread("oriel-picture") {
                let failure = save(frame, to: path, within: width, isPrivate: isPrivate, refusesPlain: refusesPlain)
                Task { @MainActor in done(failure) }
            }
        } catch { done("\(error)") }
    }

    /// Draws the frame and writes the file. Any thread; takes some hundred milliseconds.
    /// - Parameters:
    ///   - width: largest width of the file, in pixels; a wider frame is made smaller.
    ///   - height: largest height of the file, in pixels.
    ///   - isPrivate: whether only this user may read the file.
    ///   - refusesPlain: whether a picture that shows nothing fails with `showsNothing`.
    /// - Returns: the failure as a sentence; nil for success.
    package static func save(
        _ given: VideoFrame, to path: String, within width: Int = .max, height: Int = .max, isPrivate: Bool = false,
        refusesPlain: Bool = false
    ) -> String? {
        do throws(PictureFile.Failure) {
            let image = try FrameImage(given, within: Size(width: width, height: height))
            if refusesPlain,
                image.pixels.withUnsafeBytes({
                    LumaSpread.isPlain($0, width: image.size.width, height: image.size.height)
                })
            {
                return showsNothing
            }
            try image.writePNG(to: path, isPrivate: isPrivate)
        } catch { return "\(error)" }
        return nil
    }
}
