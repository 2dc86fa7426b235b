import OrielGeometry
import OrielMedia
import OrielPlayer

/// The subsurfaces over a picture surface, as that surface uses them.
@MainActor
protocol PictureLayers: AnyObject {
    /// Area of the cover of a medium that has only sound, in logical pixels of the surface; nil if the picture takes
    /// all of it.
    var coverPart: Rect? { get }
    /// Lays the subsurfaces out after the picture's size or scale has changed.
    func layOut()
    /// Clips the subsurfaces to the picture's visible part, from the picture's next commit on.
    func clip()
    /// Moves the subtitles with the picture during an animation, and hides a page's texts.
    func follow()
    /// Makes the picture's next commit show the subtitles of a frame.
    /// - Parameter waits: true waits a few milliseconds for the drawing.
    func prepareSubtitles(for frame: VideoFrame, of player: Player, waits: Bool)
    /// Updates the subtitles of the frame that is shown, if other ones were selected or more were decoded.
    func followSubtitles(_ frame: VideoFrame, of player: Player)
    /// Destroys the subsurfaces. Call after the picture's role object is destroyed.
    func finish()
}
