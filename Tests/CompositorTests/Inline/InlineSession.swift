import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An app with a view inside its own window (`oriel-lab inline`), and a pipe for its acts.
struct InlineSession {
    let process: ChildProcess
    let session: OrielSession
    private let pipe: FileHandle
    private let folder = try! TemporaryFolder()

    init(
        _ clip: String, in session: OrielSession, _ options: String..., environment: [String: String] = [:]
    ) throws {
        self.session = session
        let path = folder.path + "/acts"
        guard mkfifo(path, 0o622) == 0, chmod(folder.path, 0o755) == 0, chmod(path, 0o666) == 0 else {
            throw TestSupportError("no named pipe")
        }
        process = try session.lab(["inline", "--acts", path] + options + [clip], environment: environment)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        pipe = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try session.wait(for: "a") { $0.pip.possible && $0.frames.presented > 0 }
    }

    /// Lets the app act, and waits until it has printed that it did.
    /// - Parameter end: another line that the app prints.
    func act(_ letter: Character, until end: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        let line = end ?? "done \(letter)"
        let before = process.standardOutput.components(separatedBy: line).count
        pipe.write(Data(String(letter).utf8))
        let isDone = process.waitForOutput(.seconds(10)) { $0.components(separatedBy: line).count > before }
        #expect(
            isDone, "no “\(line)”: \(process.standardOutput) \(process.standardError)", sourceLocation: sourceLocation)
    }

    /// Compositors for tests that are long and hardly depend on them: both where that is proved.
    static let kinds: [CompositorKind] = isProving ? CompositorKind.wlroots : [.phoc]

    /// The colour of the app's window, where no picture is.
    static let ground: UInt32 = 0x40_4850

    /// The area of the app's window on the screen.
    func window(in picture: RGBPicture) -> Rect? {
        let found = picture.pixels.indices.filter { picture.pixels[$0] & 0xff_ffff == Self.ground }
        let columns = found.map { $0 % picture.size.width }
        guard let left = columns.min(), let right = columns.max(), let first = found.first, let last = found.last else {
            return nil
        }
        let (top, bottom) = (first / picture.size.width, last / picture.size.width)
        return Rect(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top)
    }

    /// Takes screenshots until one satisfies the condition.
    func screenshot(
        _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        where isSo: (RGBPicture) -> Bool
    ) throws -> RGBPicture {
        var last: RGBPicture?
        let isFound = try wait(.seconds(5)) {
            let picture = try Screenshot.take(of: session.compositor)
            last = picture
            return isSo(picture)
        }
        let picture = try #require(last)
        #expect(isFound, comment, sourceLocation: sourceLocation)
        return picture
    }
}
