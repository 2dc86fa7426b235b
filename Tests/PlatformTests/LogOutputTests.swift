import Glibc
import OrielPlatform
import Testing

/// Log lines to outputs without a reader.
@Suite struct LogOutputTests {
    private struct Pipe: ~Copyable {
        let reader: CInt, writer: CInt

        init() throws {
            var ends: [CInt] = [-1, -1]
            try #require(pipe(&ends) == 0)
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            close(writer)
        }

        /// Returns the text that is waiting to be read.
        func drain() -> String {
            var text: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            var wanted = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            while poll(&wanted, 1, 0) > 0 {
                let count = read(reader, &chunk, chunk.count)
                guard count > 0 else { break }
                text.append(contentsOf: chunk.prefix(count))
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Writes on a thread of its own, which must end.
    private func write(_ count: Int, _ message: String, to output: LogOutput) throws {
        let thread = try NamedThread("writes") {
            for number in 0..<count { output.write("oriel: \(message) \(number)\n") }
        }
        try #require(thread.join(within: .seconds(20)), "a line waits for a reader")
    }

    @Test(arguments: [10, 9000]) func aPipeThatIsNotReadHoldsNothingUp(length: Int) throws {
        let pipe = try Pipe()
        let output = LogOutput(pipe.writer)
        try write(5000, String(repeating: "x", count: length), to: output)
        let first = pipe.drain()
        #expect(first.hasPrefix("oriel: x") && first.utf8.count >= 32768)
        // Then it reports once how many lines were dropped, and continues.
        try write(2, "again", to: output)
        let lines = pipe.drain().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let whole = first.split(separator: "\n").count { $0.hasPrefix("oriel: x") && $0.utf8.count > length }
        let told = try #require(lines.first { $0.contains("nothing read them") })
        #expect(told.split(separator: " ").compactMap { Int($0) } == [5000 - whole])
        #expect(Array(lines.suffix(3)) == ["oriel: again 0", "oriel: again 1", ""])
    }

    /// Other users of the descriptor keep its blocking mode.
    @Test func theDescriptorItselfStaysAsItIs() throws {
        let pipe = try Pipe()
        let output = LogOutput(pipe.writer)
        output.write("a line\n")
        #expect(fcntl(pipe.writer, F_GETFL) & O_NONBLOCK == 0)
        #expect(pipe.drain() == "a line\n")
    }

    @Test func aReaderThatIsGoneCostsTheLines() throws {
        BrokenPipes.ignore()
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let output = LogOutput(ends[1])
        close(ends[0])
        try write(100, "x", to: output)
        close(ends[1])
    }

    @Test func aSocketThatIsNotReadHoldsNothingUp() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let output = LogOutput(ends[1])
        try write(5000, String(repeating: "x", count: 500), to: output)
    }
}
