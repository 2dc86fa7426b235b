import Glibc
import OrielPlatform
import Testing

/// Pages of a library's file that this process has mapped.
@Suite(.serialized) struct ProcessMemoryTests {
    @Test func pagesAsInTheirFileAreGivenUpAndMappedAgain() throws {
        let library = try Library("libBrokenLocale.so.1")
        let page = library.start + library.page
        let before = page.load(as: UInt64.self)
        #expect(library.mapped(at: page) > 0)
        #expect(ProcessMemory.returnFilePages() > 0)
        #expect(library.mapped(at: page) == 0)
        #expect(page.load(as: UInt64.self) == before)
        #expect(library.mapped(at: page) > 0)
    }

    @Test func aPageThatDiffersFromItsFileStays() throws {
        let library = try Library("libBrokenLocale.so.1")
        // Unused bytes of the file's header, which a debugger or a patch could have changed.
        let changed = library.start + 9
        #expect(changed.load(as: UInt8.self) == 0)
        #expect(mprotect(library.start, library.page, PROT_READ | PROT_WRITE) == 0)
        changed.storeBytes(of: 0x5A, as: UInt8.self)
        #expect(mprotect(library.start, library.page, PROT_READ) == 0)
        ProcessMemory.returnFilePages()
        #expect(changed.load(as: UInt8.self) == 0x5A)
        #expect(mprotect(library.start, library.page, PROT_READ | PROT_WRITE) == 0)
        changed.storeBytes(of: 0, as: UInt8.self)
        #expect(mprotect(library.start, library.page, PROT_READ) == 0)
    }

    /// A library that stays open, and its first mapping.
    private struct Library {
        let start: UnsafeMutableRawPointer
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))

        init(_ name: String) throws {
            _ = try #require(dlopen(name, RTLD_NOW))
            let line = try #require(Self.lines("/proc/self/maps").first { $0.contains("/" + name) })
            start = try #require(Self.range(line).flatMap { UnsafeMutableRawPointer(bitPattern: $0.lowerBound) })
        }

        /// Bytes that are mapped of the part that contains an address (`Rss`).
        func mapped(at address: UnsafeRawPointer) -> Int {
            var isThere = false
            for line in Self.lines("/proc/self/smaps") {
                if let range = Self.range(line) { isThere = range.contains(UInt(bitPattern: address)) }
                guard isThere, line.hasPrefix("Rss:") else { continue }
                return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
            }
            return 0
        }

        private static func range(_ line: Substring) -> Range<UInt>? {
            let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            return ends.count == 2 ? ends[0]..<ends[1] : nil
        }

        private static func lines(_ path: String) -> [Substring] {
            guard let file = fopen(path, "r") else { return [] }
            defer { fclose(file) }
            var text: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 65536)
            while case let count = fread(&part, 1, part.count, file), count > 0 { text += part[..<count] }
            return String(decoding: text, as: UTF8.self).split(separator: "\n")
        }
    }
}
