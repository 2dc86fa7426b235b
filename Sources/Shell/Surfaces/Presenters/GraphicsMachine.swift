import Glibc
import OrielPlatform

/// Facts about the machine's graphics that are known before any driver is loaded.
package struct GraphicsMachine: Hashable, Sendable {
    /// The machine has a graphics device that this process may draw with (a DRM render node).
    package var hasDevice: Bool
    /// The user makes Mesa draw on the CPU (`LIBGL_ALWAYS_SOFTWARE`).
    package var isSoftwareForced: Bool

    package init(hasDevice: Bool, isSoftwareForced: Bool) {
        self.hasDevice = hasDevice
        self.isSoftwareForced = isSoftwareForced
    }

    /// The machine that this process runs on.
    static var current: GraphicsMachine {
        let forced = getenv("LIBGL_ALWAYS_SOFTWARE").map { String(cString: $0) } ?? ""
        return GraphicsMachine(
            hasDevice: hasRenderNode, isSoftwareForced: ["1", "true", "yes"].contains(forced.lowercased()))
    }

    private static var hasRenderNode: Bool {
        FolderNames.names(in: "/dev/dri").contains {
            $0.hasPrefix("renderD") && access("/dev/dri/" + $0, R_OK | W_OK) == 0
        }
    }
}
