/// The window of a view: Oriel's, or the app's.
package enum WindowChoice {
    /// A window that Oriel makes.
    case own
    /// A window of the app's, in which Oriel shows nothing; kept weakly.
    case app(any AppWindow)
    /// A surface of the app's that contains the picture.
    case inline(InlinePicture)
}
