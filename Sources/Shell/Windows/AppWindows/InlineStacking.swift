/// Place of a picture among the subsurfaces of an app's surface.
package struct InlineStacking {
    /// `struct wl_surface *` of a sibling, or of the parent.
    package var sibling: OpaquePointer
    /// Right above the sibling, or else right below it.
    package var isAbove: Bool

    package init(sibling: OpaquePointer, isAbove: Bool) {
        self.sibling = sibling
        self.isAbove = isAbove
    }
}
