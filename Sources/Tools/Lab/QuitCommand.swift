import ArgumentParser
import Foundation
import Oriel

struct QuitCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "quit", abstract: "Ends its application in the middle of a transition, and makes another one.",
        discussion: """
            Once for each moment of a picture's life, by stop and by close, in one process. Prints what the delegate heard each time, and how \
            many descriptors there were after the first and the last.
            """)

    @Argument(help: "What is played.") var media: String

    @MainActor func runApp() throws {
        for moment in Quitting.Moment.allCases {
            for closes in [false, true] {
                let application = try Application(id: "org.oriel.Quit")
                let quitting = try Quitting(at: moment, closes: closes, media, in: application)
                try application.run()
                print(
                    "\(moment.rawValue), \(closes ? "close" : "stop"): \(quitting.calls.joined(separator: " "))"
                        + (quitting.isOver ? "" : ", and the view is open"))
                if moment == Quitting.Moment.allCases.first { tell() }
            }
        }
        tell()
    }

    private func tell() {
        let count = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        say("descriptors: \(count)")
    }
}

private final class Quitting: PrintingDelegate {
    enum Moment: String, CaseIterable { case willStart, starting, didStart, restore, restored, willStop, didStop }

    private let moment: Moment
    private let closes: Bool
    private let application: Application
    private let view: PlayerView
    private let controller: PictureInPictureController?
    private(set) var calls: [String] = []
    private var answer: (@Sendable (Bool) -> Void)?

    init(at moment: Moment, closes: Bool, _ media: String, in application: Application) throws {
        self.moment = moment
        self.closes = closes
        self.application = application
        let view = try PlayerView.silent(media, in: application)
        self.view = view
        controller = PictureInPictureController(contentSource: .init(playerView: view))
        super.init()
        controller?.delegate = self
        view.show(.fullScreen)
        controller?.startPictureInPictureWhenPossible(within: .seconds(10))
    }

    /// Whether view and application are closed; late requests must have no effect.
    var isOver: Bool {
        answer?(true)
        controller?.startPictureInPicture()
        controller?.stopPictureInPicture()
        return view.isClosed && application.isClosed
    }

    private func quit() { if closes { application.close() } else { application.stop() } }

    override func heard(_ call: String, from controller: PictureInPictureController) {
        calls.append(call)
        if call.prefix(while: { $0 != "(" }) == moment.rawValue { quit() }
        switch call {
        // Quits while the surface is being created.
        case "willStart": if moment == .starting { Task { quit() } }
        // A return requested in the ending turn would begin or not, depending on the turn in which the broker's answer
        // arrives.
        case "didStart": if moment != .didStart { controller.returnFromPictureInPicture() }
        default: break
        }
    }

    override func restore(_ answer: @escaping @Sendable (Bool) -> Void) {
        if moment == .restore { self.answer = answer } else { answer(true) }
        if moment == .restored { quit() }
    }
}
