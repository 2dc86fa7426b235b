import Foundation
import Glibc
import OrielPlatform
import OrielTestSupport
import Testing

/// Which of a medium's channels is heard where: through a private PulseAudio, recorded from its sink's monitor.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct SurroundTests {
    private static let limit = Duration.seconds(20)

    /// A tone of its own in each channel.
    private static let tones = [300.0, 500, 700, 60, 1100, 1300]
    private static let level = 0.1

    private func surround(_ codec: String, in folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/surround.mka"
        let tones = Self.tones.map { "\(Self.level)*sin(2*PI*\($0)*t)" }.joined(separator: "|")
        try ffmpeg(["-f", "lavfi", "-i", "aevalsrc=\(tones):c=5.1:s=48000:d=40", "-c:a", codec, "-b:a", "640k", path])
        return path
    }

    /// How strong a tone is in the last half second.
    private func level(of frequency: Double, in samples: [Float]) -> Double {
        let part = samples.suffix(24000)
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in part.enumerated() {
            let phase = 2 * Double.pi * frequency * Double(index) / 48000
            real += Double(sample) * cos(phase)
            imaginary += Double(sample) * sin(phase)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(max(1, part.count))
    }

    /// To two channels by the coefficients of ITU-R BS.775, without the one for the lowest; to six as it is. AC-3 calls
    /// the rear ones those at the sides.
    @Test(arguments: ["flac", "ac3"], [2, 6]) func surroundIsMixedOnlyWhereItMust(codec: String, channels: Int) throws {
        let folder = try TemporaryFolder()
        let program = try HeardProgram([try surround(codec, in: folder)], channels: channels)
        defer { program.stop() }
        try expect(channels, program.recording, program.player)
    }

    /// Each medium of a list in its own channels, whatever came before it.
    @Test(arguments: [["stereo", "surround"], ["surround", "stereo", "surround"]], [2, 6])
    func eachMediumOfAListHasItsChannels(list: [String], channels: Int) throws {
        let folder = try TemporaryFolder()
        let stereo = "\(folder.path)/stereo.wav"
        try ffmpeg(["-f", "lavfi", "-i", "aevalsrc=0.1*sin(2*PI*1700*t)|0.1*sin(2*PI*1900*t):s=48000:d=2", stereo])
        let surround = try surround("flac", in: folder)
        let short = "\(folder.path)/short.flac"
        try ffmpeg(["-i", surround, "-t", "2", short])
        let paths = list.dropLast().map { $0 == "stereo" ? stereo : short } + [surround]
        let program = try HeardProgram(["--list"] + paths, channels: channels)
        defer { program.stop() }
        let (recording, player) = (program.recording, program.player)
        if list.contains("stereo") {
            let isHeard = wait(Self.limit, every: .milliseconds(100)) {
                (0..<channels).allSatisfy { channel in
                    let samples = recording.samples(of: channel)
                    let (left, right) = (level(of: 1700, in: samples), level(of: 1900, in: samples))
                    let isLoud = channel == 0 ? left : channel == 1 ? right : 0.1
                    return abs(isLoud - 0.1) < 0.003
                }
            }
            #expect(isHeard, "\(player.standardError)")
        }
        try expect(channels, recording, player)
    }

    /// Waits until each tone is heard where it belongs.
    private func expect(_ channels: Int, _ recording: SoundRecording, _ player: ChildProcess) throws {
        let half = 0.5.squareRoot()
        let wanted: [[Double]] =
            channels == 2
            ? [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]
            : (0..<6).map { channel in (0..<6).map { $0 == channel ? 1 : 0 } }
        var found: [[Double]] = []
        let isRight = wait(Self.limit, every: .milliseconds(200)) {
            found = (0..<channels).map { channel in
                let samples = recording.samples(of: channel)
                return Self.tones.map { level(of: $0, in: samples) / Self.level }
            }
            return zip(found, wanted).allSatisfy { zip($0, $1).allSatisfy { abs($0 - $1) < 0.03 } }
        }
        #expect(isRight, "\(found) \(player.standardError)")
    }
}
