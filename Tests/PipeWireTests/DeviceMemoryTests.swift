import CLinux
import CPipeWire
import Glibc
import Testing

/// Copies of a device's memory, of which pages may go at any time.
struct DeviceMemoryTests {
    /// A page that is gone is an error, where reading it would end the process (SIGBUS).
    @Test func aPageThatIsGoneIsAnError() throws {
        // A file that becomes shorter stands for the device.
        let size = 300_000
        let file = oriel_memfd_create("device")
        let window = oriel_memfd_create("window")
        defer {
            close(file)
            close(window)
        }
        try #require(ftruncate(file, off_t(size)) == 0)
        let mapped: UnsafeMutableRawPointer = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        try #require(mapped != MAP_FAILED)
        defer { munmap(mapped, size) }
        let bytes = UnsafeMutableRawBufferPointer(start: mapped, count: size)
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        var block = oriel_pipewire_block()
        (block.device, block.window) = (UnsafeRawPointer(mapped), window)
        (block.descriptor, block.capacity) = (-1, UInt32(size))
        var copy = [UInt8](repeating: 0, count: size - 7)
        let isRead = oriel_pipewire_read(&block, 7, &copy, copy.count)
        #expect(isRead && copy.elementsEqual(bytes[7...]))
        try #require(ftruncate(file, 100_000) == 0)
        let isReadBehindTheEnd = oriel_pipewire_read(&block, 7, &copy, copy.count)
        #expect(!isReadBehindTheEnd)
        let isStillReadBeforeIt = oriel_pipewire_read(&block, 7, &copy, 50_000)
        #expect(isStillReadBeforeIt)
    }
}
