import Glibc
import OrielLibav

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

    /// The machine's devices. Reads the file system only, so no driver is loaded.
    package static func all(in folder: String = "/dev/dri") -> [RenderNode] {
        (128..<192).compactMap { number in
            let path = "\(folder)/renderD\(number)"
            return access(path, F_OK) == 0 ? RenderNode(path: path) : nil
        }
    }

    /// The device that decodes unless the user names one: the compositor's, so that frames needn't pass from one
    /// device to another, or else the machine's first; nil if there is none.
    /// - Parameters:
    ///   - display: the compositor's answer.
    ///   - limit: longest wait for the answer. It is only waited for if there are several devices.
    ///   - folder: the devices' files.
    ///   - system: the kernel's description of devices.
    package static func chosen(
        for display: DisplayFacts, within limit: Duration, in folder: String = "/dev/dri", system: String = "/sys"
    ) -> RenderNode? {
        let nodes = all(in: folder)
        guard nodes.count > 1, let number = display.device(within: limit) else { return nodes.first }
        return choice(of: nodes, for: number, system: system)
    }

    /// Returns the node of a device among several, or else the first.
    /// - Parameter device: the number (`dev_t`) of one of the device's nodes, which may be one for displays (`card0`).
    package static func choice(of nodes: [RenderNode], for device: UInt64, system: String = "/sys") -> RenderNode? {
        let (major, minor) = (
            device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & 0xFFFF_FF00
        )
        let folder = "\(system)/dev/char/\(major):\(minor)/device/drm"
        return nodes.first { node in
            node.path.split(separator: "/").last.map { access("\(folder)/\($0)", F_OK) == 0 } ?? false
        } ?? nodes.first
    }

    private static func driver(of path: String) -> String? {
        guard let name = path.split(separator: "/").last else { return nil }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard readlink("/sys/class/drm/\(name)/device/driver", &target, target.count - 1) > 0 else { return nil }
        return Libav.string(target).split(separator: "/").last.map(String.init)
    }
}
