/// What draws the pictures, as `--renderer` names it.
package enum Renderer: String, Sendable, Hashable, CaseIterable {
    /// The best that this version has for this machine.
    case auto
    /// OpenGL ES 3.
    case gles

    /// What it comes to, and why.
    var choice: (renderer: Renderer, reason: String) {
        switch self {
        case .auto: (.gles, "the only one in this version")
        case .gles: (.gles, "as asked for")
        }
    }
}
