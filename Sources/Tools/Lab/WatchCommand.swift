import ArgumentParser
import Foundation
import Glibc
import OrielStamps
import OrielTestSupport

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch-compositions", abstract: "Captures every composition and reads the stamps in it.",
        discussion: """
            With --json one object per composition; without, a summary per stream. With --witness a small surface in the \
            output's middle proves that none was missed, and the exit status is 1 if one was.
            """)

    @Option(help: "How long to watch.") var seconds = 10.0
    @Option(help: "The output's name.") var output: String?
    @Flag(help: "Print each composition.") var json = false
    @Flag(help: "Prove the capture complete.") var witness = false

    func run() throws {
        let socket = try sessionSocket()
        let capture = try ScreenCapture(socket: socket, output: output)
        let proof = witness ? try CaptureWitness(socket: socket) : nil
        usleep(UInt32(clamping: Int(seconds * 1_000_000)))
        let compositions = try capture.stop()
        proof?.stop()
        if json {
            for composition in compositions { try printJSON(CompositionLine(composition)) }
        } else {
            try summarise(compositions)
        }
        guard let verdict = proof?.verdict(on: compositions) else { return }
        FileHandle.standardError.write(
            Data(
                """
                captured \(verdict.captured), witness drew \(verdict.expected), missed \(verdict.missed), \
                illegible \(verdict.illegible), longest gap \(verdict.longestGap / .milliseconds(1)) ms\n
                """.utf8))
        guard verdict.isComplete else { throw ExitCode(1) }
    }

    private struct CompositionLine: Encodable {
        let number: Int
        let time: Double
        let received: Double
        let stamps: [StampReading]

        init(_ composition: Composition) {
            number = composition.number
            time = composition.time / .seconds(1)
            received = composition.received / .seconds(1)
            stamps = composition.stamps
        }
    }

    private struct Summary: Encodable {
        let stream: String
        let compositions: Int
        let shown: Int
        let skipped: [Int]
        let lost: Int
        let torn: Int
        let regressions: Int
    }

    private func summarise(_ compositions: [Composition]) throws {
        for stream in StampColor.allCases {
            let line = StreamTimeline(of: stream, in: compositions, present: .whileSeen)
            guard !line.samples.isEmpty else { continue }
            try printJSON(
                Summary(
                    stream: stream.name, compositions: line.samples.count, shown: line.shown.count,
                    skipped: line.skipped, lost: line.lost.count, torn: line.torn.count,
                    regressions: line.regressions.count))
        }
    }
}
