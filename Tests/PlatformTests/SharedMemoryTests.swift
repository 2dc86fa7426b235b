import CLinux
import Glibc
import OrielPlatform
import Testing

/// Memory from another process, which may shrink it.
@Suite struct SharedMemoryTests {
    private func memory(_ size: Int, seals: CInt = 0) throws -> CInt {
        let descriptor = oriel_memfd_create("frame")
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
        try #require(write(descriptor, bytes, size) == size)
        if seals != 0 { try #require(oriel_fcntl(descriptor, CInt(ORIEL_F_ADD_SEALS), seals) == 0) }
        return descriptor
    }

    /// Access to missing pages would end the process (SIGBUS).
    @Test func memoryThatIsCutOffWhileItIsReadIsNoEnd() async throws {
        await #expect(processExitsWith: .success) {
            let descriptor = oriel_memfd_create("frame")
            guard ftruncate(descriptor, 1 << 16) == 0 else { exit(2) }
            let shared = try SharedMemory(duplicating: descriptor)
            let bytes = shared.bytes(from: 100, count: 60_000)
            guard ftruncate(descriptor, 0) == 0, let bytes else { exit(3) }
            exit(bytes.load(fromByteOffset: 59_000, as: UInt8.self) == 0 ? 0 : 4)
        }
    }

    /// Bytes missing from the beginning are zero.
    @Test func memoryThatWasCutOffIsZero() throws {
        let descriptor = try memory(8192)
        defer { close(descriptor) }
        let shared = try SharedMemory(duplicating: descriptor)
        try #require(ftruncate(descriptor, 10) == 0)
        let bytes = try #require(shared.bytes(from: 4, count: 8000))
        #expect((0..<6).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt8.self) == UInt8(($0 + 4) * 7 + 1) })
        #expect((6..<8000).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt8.self) == 0 })
        #expect(!shared.isFixed)
    }

    @Test(arguments: [0, CInt(ORIEL_F_SEAL_SHRINK)]) func theBytesAreThoseOfTheMemory(seals: CInt) throws {
        let descriptor = try memory(8192, seals: seals)
        defer { close(descriptor) }
        // The file offset, which is shared with other users.
        lseek(descriptor, 77, SEEK_SET)
        let shared = try SharedMemory(duplicating: descriptor)
        #expect(shared.size == 8192 && shared.isFixed == (seals != 0))
        let bytes = try #require(shared.bytes(from: 5000, count: 3192))
        #expect(
            (0..<3192).allSatisfy {
                bytes.load(fromByteOffset: $0, as: UInt8.self) == UInt8(truncatingIfNeeded: ($0 + 5000) &* 7 &+ 1)
            })
        #expect(lseek(descriptor, 0, SEEK_CUR) == 77)
    }

    /// Memory that was shrunk before it was sealed is shorter than its size.
    @Test func aSealThatComesTooLateIsNotBelieved() throws {
        let descriptor = try memory(8192)
        defer { close(descriptor) }
        let shared = try SharedMemory(duplicating: descriptor)
        try #require(ftruncate(descriptor, 0) == 0)
        try #require(oriel_fcntl(descriptor, CInt(ORIEL_F_ADD_SEALS), CInt(ORIEL_F_SEAL_SHRINK)) == 0)
        #expect(!shared.isFixed)
        #expect(shared.bytes(from: 0, count: 8192)?.load(as: UInt8.self) == 0)
    }

    /// A device's fence can't be made here; a pipe that stays empty is polled the same way.
    @Test func aDeviceThatIsNeverDoneIsWaitedForOnlySoLong() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let start = MonotonicClock.now
        #expect(!SharedMemory.isWritten(ends[0], within: .milliseconds(60)))
        let spent = MonotonicClock.now - start
        #expect(spent >= .milliseconds(59) && spent < .seconds(2), "\(spent)")
        #expect(!SharedMemory.isWritten(ends[0], within: .zero))
        try #require(write(ends[1], "x", 1) == 1)
        #expect(SharedMemory.isWritten(ends[0], within: .zero))
        let file = try memory(10)
        defer { close(file) }
        #expect(SharedMemory.isWritten(file, within: .zero), "memory that no device writes")
    }
}
