import CLinux
import Foundation
import Glibc
import OrielPlatform
import SystemPackage

/// One user at a time, on the whole machine, of what tests can't share: the processor while times are measured.
public enum ExclusiveUse {
    @TaskLocal private static var isHeld = false

    /// Runs `body` while no other test of this or another process is in such a body (`flock` on a file that all share).
    /// Inside another `run` it is held already.
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

    /// Waits on a thread of its own: pool threads are few, and the body that holds the lock may need them.
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
        // Two steps, for the kernel refuses O_CREAT on another user's file in a sticky folder.
        let known = oriel_open(path, O_RDONLY | O_CLOEXEC, 0)
        if known >= 0 { return Descriptor(owning: known) }
        let fresh = oriel_open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if fresh >= 0 { return Descriptor(owning: fresh) }
        return try Descriptor(checking: oriel_open(path, O_RDONLY | O_CLOEXEC, 0), "open")
    }
}

/// Runs `body` with a compositor of its own, alone on this machine, and stops the compositor on every way out.
public func withCompositor<T>(
    _ configuration: HeadlessCompositor.Configuration, _ body: (HeadlessCompositor) async throws -> T
) async throws -> T {
    try await ExclusiveUse.run {
        let compositor = try HeadlessCompositor(configuration)
        defer { compositor.stop() }
        return try await body(compositor)
    }
}

/// As `withCompositor(_:_:)`, with defaults.
public func withCompositor<T>(
    _ kind: CompositorKind, _ body: (HeadlessCompositor) async throws -> T
) async throws -> T {
    try await withCompositor(HeadlessCompositor.Configuration(kind), body)
}
