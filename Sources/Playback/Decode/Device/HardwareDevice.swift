import CFFmpeg
import OrielLibav
import OrielMedia
import OrielPlatform

/// An open VA-API device (`AVHWDeviceContext`), closed with the object. Immutable, any thread.
///
/// All calls of its driver, the first one included, are made on its own thread.
package final class HardwareDevice: Sendable {
    /// Longest wait for a driver that closes.
    private static let farewell = Duration.milliseconds(250)

    let thread: DriverThread
    let context: DeviceContext

    private init(_ thread: DriverThread, _ context: DeviceContext) {
        self.thread = thread
        self.context = context
    }

    deinit {
        // The last surface of a frame may end the device on its own thread.
        guard !thread.isCurrent else { return context.close() }
        guard thread.call(within: Self.farewell, { [context] in context.close() }) == nil else { return }
        // It is closed once the driver returns.
        thread.post { [context] in context.close() }
    }

    /// Opens a device, which loads its driver.
    /// - Parameter limit: how long the caller waits. A driver that isn't back by then is left behind with its thread,
    ///   and the device isn't opened again before it is.
    package static func open(
        _ path: String, within limit: Duration = .seconds(2)
    ) throws(HardwareFault) -> HardwareDevice {
        guard !DriverThread.isStuck(path) else {
            throw .device(path: path, words: "its driver hasn't returned from an earlier call")
        }
        let thread: DriverThread
        do throws(PlatformError) { thread = try DriverThread(path) } catch {
            throw .device(path: path, words: "\(error)")
        }
        let device = HardwareDevice(thread, DeviceContext())
        guard let code = thread.call(within: limit, { [context = device.context] in context.open(path) }) else {
            throw .device(path: path, words: "no answer within \(limit.components.seconds) s")
        }
        guard code >= 0 else { throw .device(path: path, words: Libav.words(code)) }
        return device
    }
}
