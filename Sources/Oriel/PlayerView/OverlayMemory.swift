package import OrielGeometry

/// What knows where people have left overlays, from one run to the next.
@MainActor
package protocol OverlayMemory: AnyObject {
    /// The place for a picture of this shape on that one of these outputs where one was left last; one of another shape is to
    /// be refitted. Nil where nothing is remembered.
    func place(onAnyOf outputs: [String], aspectRatio: Double) -> Placement?
    /// A person has left an overlay there.
    func remember(_ place: Placement, aspectRatio: Double)
}
