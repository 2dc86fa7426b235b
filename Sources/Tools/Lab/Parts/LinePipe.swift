import Dispatch
import Foundation

/// Reads lines of a named pipe on the main queue.
@MainActor
final class LinePipe {
    private let source: any DispatchSourceRead

    /// - Parameter perform: called with each line.
    init(_ path: String, perform: @escaping @MainActor (String) -> Void) {
        // Opened for writing too, so that it never reports end of file.
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: .main)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(pipe, &bytes, bytes.count)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            MainActor.assumeIsolated { for line in text.split(separator: "\n") { perform(String(line)) } }
        }
        source.activate()
    }
}
