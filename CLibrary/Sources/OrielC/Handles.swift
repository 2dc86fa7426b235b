import COriel
import Synchronization

/// Table of the objects behind programs' handles. A handle is a number that is given once and never read as an
/// address, so a stale one is a number without an object.
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
            // Only zero is a nil pointer.
            return OpaquePointer(bitPattern: state.last)!
        }
    }

    /// - Throws: if the handle has no object of this kind.
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

    /// Removes a handle. Releases its object outside the lock: the object's end may call the program, which may look up
    /// handles.
    static func discard(_ handle: OpaquePointer?) {
        guard let handle else { return }
        let object = state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
        withExtendedLifetime(object) {}
    }
}

/// Object with a handle.
@MainActor
protocol Handled: AnyObject, Sendable {
    /// Noun for error messages.
    nonisolated static var noun: String { get }
    /// Handle that the object's callbacks get; nil before it has one.
    var handle: OpaquePointer? { get set }
}
