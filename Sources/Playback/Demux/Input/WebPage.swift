import FoundationEssentials
import Glibc
package import OrielLibav
import OrielPlatform

/// The medium on a web page, as found by the program yt-dlp.
package struct WebPage {
    /// Address of the medium.
    package let address: String
    package let title: String?
    /// Header fields that the medium's server expects.
    package let headers: [HTTPOptions.Header]

    private static let program = "yt-dlp"
    /// Longest run of the program, and largest size of its output in bytes.
    private static let limit = Duration.seconds(60)
    private static let bytes = TextLimits().bytes
    /// Fields of the connection to the page, which mean nothing to the medium's server.
    private static let unfit: Set<String> = ["host", "connection", "content-length", "transfer-encoding"]

    /// Runs yt-dlp with the user's configuration and waits for it. Demux thread.
    /// - Returns: nil if the program isn't installed.
    /// - Throws: `MediaError` if it finds no medium.
    package init?(_ location: MediaLocation, _ interruption: Interruption) throws(MediaError) {
        guard case .url(let page) = location else { return nil }
        let said: ProgramOutput
        do throws(ProgramOutput.Failure) {
            said = try ProgramOutput(
                of: Self.program,
                ["--dump-single-json", "--no-playlist", "--no-warnings", "--format", "b/bv/ba", "--", page],
                limit: Self.limit, bytes: Self.bytes, interruption: interruption.closing.descriptor)
        } catch {
            switch error {
            case .notStarted: return nil
            case .interrupted: throw MediaError(.interrupted, location)
            case .tooMuch: throw MediaError(.page("it took too long, or its output was too large"), location)
            }
        }
        guard said.succeeded, let answer = try? JSONDecoder().decode(Answer.self, from: Data(said.output)) else {
            throw MediaError(.page(Self.reason(said.errors)), location)
        }
        // A page may only lead to the network, whatever the program outputs.
        guard let address = answer.url, ["http", "https"].contains(ProtocolPolicy.scheme(of: address)) else {
            throw MediaError(.page("it found no playable address"), location)
        }
        self.address = address
        title = answer.title.map { Libav.plain($0.utf8, limit: 4096) }
        headers = (answer.headers ?? [:]).filter { !Self.unfit.contains($0.key.lowercased()) }
            .sorted { $0.key < $1.key }.compactMap { HTTPOptions.Header($0, $1) }
    }

    /// Whether the program is in `PATH`.
    package static var isReadable: Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Whether a location may be a web page.
    package static func mayBe(_ location: MediaLocation) -> Bool {
        guard case .url(let address) = location else { return false }
        return ["http", "https"].contains(ProtocolPolicy.scheme(of: address))
    }

    /// Last line of the program's error output.
    private static func reason(_ errors: [UInt8]) -> String {
        let line = errors.split(separator: UInt8(ascii: "\n")).last ?? []
        return line.isEmpty ? "it gave no reason" : Libav.plain(line, limit: 200)
    }

    private struct Answer: Decodable {
        let url: String?
        let title: String?
        let headers: [String: String]?

        enum CodingKeys: String, CodingKey {
            case url, title
            case headers = "http_headers"
        }
    }
}
