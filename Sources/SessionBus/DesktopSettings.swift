import CSessionBus
import Glibc
public import OrielPlatform
import SystemPackage

/// What the user has set for all programs, as the desktop portal tells it (`org.freedesktop.portal.Settings`), from the
/// moment it has answered and then always as it is. The loop's thread only; the loop must outlive it.
public final class DesktopSettings {
    private let bus: SessionBus
    public private(set) var motion = MotionPreference()
    public private(set) var text = TextPreference()

    /// Called once, when the portal has answered: nil, or why there are no settings.
    public var onAnswer: (PlatformError?) -> Void = { _ in }

    /// Asks the portal, which the bus starts if need be. The answer comes from the loop.
    /// - Parameter address: of the bus; nil takes the user's.
    /// - Throws: as `SessionBus.init` does.
    public init(loop: EventLoop, address: String? = nil) throws(PlatformError) {
        bus = try SessionBus(loop: loop, address: address)
        let context = Unmanaged.passUnretained(self).toOpaque()
        // Both handlers run within `bus`, which this object owns.
        let result = MotionPreference.namespaces.withCStrings { namespaces in
            oriel_bus_watch_settings(
                bus.pointer, namespaces.baseAddress, CInt(namespaces.count),
                { context, namespace, key, value in
                    guard let context, let namespace, let key, let value else { return }
                    Unmanaged<DesktopSettings>.fromOpaque(context).takeUnretainedValue()
                        .note(String(cString: value), of: String(cString: key), in: String(cString: namespace))
                },
                { context, failure in
                    guard let context else { return }
                    let error = failure == 0 ? nil : PlatformError("ReadAll", Errno(rawValue: -failure))
                    Unmanaged<DesktopSettings>.fromOpaque(context).takeUnretainedValue().onAnswer(error)
                }, context)
        }
        guard result == 0 else { throw PlatformError("sd_bus_call_async", Errno(rawValue: -result)) }
        bus.wait()
    }

    private func note(_ value: String, of key: String, in namespace: String) {
        motion.note(value, of: key, in: namespace)
        text.note(value, of: key, in: namespace)
    }
}

extension [String] {
    /// Their bytes, terminated, for the length of a call.
    fileprivate func withCStrings<Result>(_ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result) -> Result {
        let copies = map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer(body)
    }
}
