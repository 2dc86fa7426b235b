/// The means of drawing pictures.
public enum Renderer: String, Sendable, Hashable, CaseIterable {
    /// Picks the best renderer for the machine.
    case auto
    /// OpenGL ES 3.
    case gles
    /// The CPU, directly into memory that is shared with the compositor.
    case shm

    /// The renderer to use on a machine, and the reason. If it can't be started or fails, the other one is used.
    package func choice(on machine: GraphicsMachine) -> (renderer: Renderer, reason: String) {
        switch self {
        case .gles, .shm: (self, "as asked for")
        case .auto where machine.isSoftwareForced: (.shm, "LIBGL_ALWAYS_SOFTWARE asks for drawing on the processor")
        case .auto where !machine.hasDevice: (.shm, "there is no graphics device to draw with")
        case .auto: (.gles, "there is a graphics device")
        }
    }
}
