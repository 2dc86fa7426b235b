import Glibc

/// What can be known of a machine's graphics before any driver is loaded.
package struct GraphicsMachine: Hashable, Sendable {
    /// There is a graphics device that this process may draw with (a DRM render node).
    package var hasDevice: Bool
    /// The user tells Mesa to draw on the processor (`LIBGL_ALWAYS_SOFTWARE`).
    package var isSoftwareForced: Bool

    package init(hasDevice: Bool, isSoftwareForced: Bool) {
        self.hasDevice = hasDevice
        self.isSoftwareForced = isSoftwareForced
    }

    /// The one that this process runs on.
    static var current: GraphicsMachine {
        let forced = getenv("LIBGL_ALWAYS_SOFTWARE").map { String(cString: $0) } ?? ""
        return GraphicsMachine(
            hasDevice: hasRenderNode, isSoftwareForced: ["1", "true", "yes"].contains(forced.lowercased()))
    }

    private static var hasRenderNode: Bool {
        guard let folder = opendir("/dev/dri") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix("renderD"), access("/dev/dri/" + name, R_OK | W_OK) == 0 { return true }
        }
        return false
    }
}
