import Glibc

/// A graphics device that can be opened without a display (`/dev/dri/renderD*`).
package struct RenderNode: Hashable, Sendable {
    /// Path of the device's file.
    package var path: String
    /// Name of the kernel's driver, such as `i915` or `amdgpu`; nil if the kernel doesn't tell it.
    package var driver: String?

    package init(path: String, driver: String?) {
        self.path = path
        self.driver = driver
    }

    /// Describes the device of a file, without opening it.
    package init(path: String) {
        self.init(path: path, driver: Self.driver(of: path))
    }

    /// The machine's first device; nil if it has none. Reads the file system only, so no driver is loaded.
    package static func first(in folder: String = "/dev/dri") -> RenderNode? {
        for number in 128..<192 {
            let path = "\(folder)/renderD\(number)"
            if access(path, F_OK) == 0 { return RenderNode(path: path) }
        }
        return nil
    }

    private static func driver(of path: String) -> String? {
        guard let name = path.split(separator: "/").last else { return nil }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink("/sys/class/drm/\(name)/device/driver", &target, target.count - 1) > 0 else { return nil }
        return Libav.string(target).split(separator: "/").last.map(String.init)
    }
}
