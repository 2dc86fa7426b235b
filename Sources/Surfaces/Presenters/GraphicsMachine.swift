import Glibc

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
