/// A page that stands in a view's window in place of the video: an image, a title, texts, and rows under a person's
/// pointer, fingers and keys, such as the start page of `oriel play`. Main actor only.
@MainActor
public struct ViewPage {
    /// Above the title; left out where there is no room.
    public var image: OverlayImage?
    /// Read first; empty for none.
    public var title: String
    /// Below the title, each on at most four lines.
    public var texts: [String]
    /// The rows. A row that acts leaves the page; remove it by `PlayerView.page`.
    public var elements: [MenuElement]

    /// Makes a page.
    public init(image: OverlayImage? = nil, title: String = "", texts: [String] = [], elements: [MenuElement] = []) {
        (self.image, self.title, self.texts, self.elements) = (image, title, texts, elements)
    }
}
