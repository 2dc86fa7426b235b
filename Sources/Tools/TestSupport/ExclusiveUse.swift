import CLinux
import Foundation
import Glibc
import OrielPlatform
import SystemPackage

/// A machine-wide lock for resources that tests can't share, such as the CPU during measurements.
public enum ExclusiveUse {
    @TaskLocal private static var isHeld = false

    /// Runs `body` while no other test of this or another process runs in such a body (`flock` on a shared file).
    /// Nested calls don't lock again.
    public static func run<T>(_ body: () async throws -> T) async throws -> T {
        guard !isHeld else { return try await body() }
        let lock = try await acquire()
        defer { withExtendedLifetime(lock) {} }
        return try await $isHeld.withValue(true) { try await body() }
    }

    private final class Lock: Sendable {
        let file: Descriptor
        init(_ file: consuming Descriptor) { self.file = file }
    }

    /// Waits on its own thread: pool threads are few, and the body that holds the lock may need them.
    private static func acquire() async throws -> Lock {
        let lock = Lock(try open())
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            do {
                _ = try NamedThread("exclusive-use") {
                    if flock(lock.file.number, LOCK_EX | LOCK_NB) != 0 {
                        FileHandle.standardError.write(
                            Data("waiting for other tests on this machine, one at a time\n".utf8))
                        while flock(lock.file.number, LOCK_EX) != 0 && errno == EINTR {}
                    }
                    continuation.resume()
                }
            } catch { continuation.resume(throwing: error) }
        }
        return lock
    }

    private static func open() throws(PlatformError) -> Descriptor {
        let path = "/tmp/oriel-test.lock"
        // Two steps, since the kernel refuses O_CREAT on another user's file in a sticky folder.
        let known = oriel_open(path, O_RDONLY | O_CLOEXEC, 0)
        if known >= 0 { return Descriptor(owning: known) }
        let fresh = oriel_open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if fresh >= 0 { return Descriptor(owning: fresh) }
        return try Descriptor(checking: oriel_open(path, O_RDONLY | O_CLOEXEC, 0), "open")
    }
}

/// Runs `body` with a private compositor under the machine-wide lock, and stops the compositor in any case.
public func withCompositor<T>(
    _ configuration: HeadlessCompositor.Configuration, _ body: (HeadlessCompositor) async throws -> T
) async throws -> T {
    try await ExclusiveUse.run {
        let compositor = try HeadlessCompositor(configuration)
        defer { compositor.stop() }
        return try await body(compositor)
    }
}

/// Runs `body` as `withCompositor(_:_:)` with the default configuration does.
public func withCompositor<T>(
    _ kind: CompositorKind, _ body: (HeadlessCompositor) async throws -> T
) async throws -> T {
    try await withCompositor(HeadlessCompositor.Configuration(kind), body)
}
