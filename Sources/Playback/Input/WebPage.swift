import FoundationEssentials
import Glibc
import OrielPlatform

/// A page that shows a medium and isn't one, as the program yt-dlp reads it.
package struct WebPage {
    /// The medium's address.
    let address: String
    let title: String?
    /// What its server wants to be told.
    let headers: [HTTPOptions.Header]

    private static let program = "yt-dlp"
    /// How long a page may take, and how much the program may say of it.
    private static let limit = Duration.seconds(60)
    private static let bytes = 32 << 20

    /// Asks yt-dlp, as the user configured it. The demux thread, which waits.
    /// - Returns: nil where there is no such program.
    init?(_ location: MediaLocation, core: PipelineCore) throws(MediaError) {
        guard case .url(let page) = location else { return nil }
        let said: ProgramOutput
        do throws(ProgramOutput.Failure) {
            said = try ProgramOutput(
                of: Self.program,
                ["--dump-single-json", "--no-playlist", "--no-warnings", "--format", "b/bv/ba", "--", page],
                limit: Self.limit, bytes: Self.bytes, interruption: core.closing.descriptor)
        } catch {
            switch error {
            case .notStarted: return nil
            case .interrupted: throw MediaError(.interrupted, location)
            case .tooMuch: throw MediaError(.page("it took too long, or said too much"), location)
            }
        }
        guard said.succeeded, let answer = try? JSONDecoder().decode(Answer.self, from: Data(said.output)) else {
            throw MediaError(.page(Self.reason(said.errors)), location)
        }
        // What a page leads to is on the network as well, whatever the program says.
        guard let address = answer.url, ["http", "https"].contains(ProtocolPolicy.scheme(of: address)) else {
            throw MediaError(.page("it found no address that can be played"), location)
        }
        self.address = address
        title = answer.title.map { Libav.plain($0.utf8, limit: 4096) }
        headers = (answer.headers ?? [:]).sorted { $0.key < $1.key }.compactMap { HTTPOptions.Header($0, $1) }
    }

    /// Whether the program is there (in `PATH`).
    package static var isReadable: Bool {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Whether an address may be a page's.
    static func mayBe(_ location: MediaLocation) -> Bool {
        guard case .url(let address) = location else { return false }
        return ["http", "https"].contains(ProtocolPolicy.scheme(of: address))
    }

    /// The last line that it printed.
    private static func reason(_ errors: [UInt8]) -> String {
        let line = errors.split(separator: UInt8(ascii: "\n")).last ?? []
        return line.isEmpty ? "it doesn't say why" : Libav.plain(line, limit: 200)
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
