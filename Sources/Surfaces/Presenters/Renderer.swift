/// What draws the pictures.
public enum Renderer: String, Sendable, Hashable, CaseIterable {
    /// The best for this machine.
    case auto
    /// OpenGL ES 3.
    case gles
    /// The processor, straight into memory that is shared with the compositor.
    case shm

    /// What it comes to on a machine, and why. Where that can't be had, the other one draws.
    package func choice(on machine: GraphicsMachine) -> (renderer: Renderer, reason: String) {
        switch self {
        case .gles, .shm: (self, "as asked for")
        case .auto where machine.isSoftwareForced: (.shm, "LIBGL_ALWAYS_SOFTWARE asks for drawing on the processor")
        case .auto where !machine.hasDevice: (.shm, "there is no graphics device to draw with")
        case .auto: (.gles, "there is a graphics device")
        }
    }
}
