import COriel
import Synchronization

/// What programs' handles stand for. A handle is a number that is given once and never read as an address, so that a stale one is no
/// more than a number that stands for nothing.
enum Handles {
    private struct State {
        var last: UInt = 0
        var objects: [UInt: any Handled] = [:]
    }

    private static let state = Mutex(State())

    static func add(_ object: any Handled) -> OpaquePointer {
        state.withLock { state in
            state.last += 1
            state.objects[state.last] = object
            // No pointer is nil but zero.
            return OpaquePointer(bitPattern: state.last)!
        }
    }

    /// - Throws: where it stands for nothing of this kind.
    static func find<Object: Handled>(_ handle: OpaquePointer?, _: Object.Type = Object.self) throws(Failure) -> Object
    {
        guard let handle else { throw .isNull(Object.noun) }
        let object = state.withLock { $0.objects[UInt(bitPattern: handle)] }
        if let object = object as? Object { return object }
        throw Failure(
            ORIEL_ERROR_HANDLE,
            object.map { "a handle of \(type(of: $0).noun) was passed as one of \(Object.noun)" }
                ?? "the handle of \(Object.noun) was freed, or never given")
    }

    /// What it stood for is let go of outside the lock: the end of it may call the program, which may ask for handles.
    static func discard(_ handle: OpaquePointer?) {
        guard let handle else { return }
        let object = state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
        withExtendedLifetime(object) {}
    }
}

/// What has a handle.
@MainActor
protocol Handled: AnyObject, Sendable {
    /// What messages call it.
    nonisolated static var noun: String { get }
    /// Its handle, which its callbacks get; nil before it has one.
    var handle: OpaquePointer? { get set }
}
