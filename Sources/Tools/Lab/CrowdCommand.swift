import ArgumentParser
import Oriel

struct CrowdCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "crowd", abstract: "An app with many views, layers or handlers, for the table of their costs.")

    enum Kind: String, ExpressibleByArgument, CaseIterable { case views, layers, handlers }

    @Argument(help: "What there are many of.") var kind: Kind
    @Argument(help: "How many.") var count: Int

    @Argument(help: "What is played, for handlers.") var media: String

    @MainActor func runApp() throws {
        let application = try Application(id: "org.oriel.Crowd")
        let view = try SampleBufferView(in: application)
        let picture = { try SampleBuffer(.bgrx, width: 16, height: 16, time: .zero) { _ in } }
        try view.enqueue(picture())
        view.show()
        var others: [AnyObject] = []
        let player = try Player(media)
        for number in 0..<count {
            switch kind {
            case .views:
                // Without windows, as one has in a list that is scrolled.
                others.append(try SampleBufferView(in: application))
            case .layers:
                let layer = try SampleBufferDisplayLayer(in: application)
                try layer.enqueue(picture())
                let place = Rect(x: number % 50 * 20, y: number / 50 % 30 * 20, width: 16, height: 16)
                view.addSublayer(layer, frame: place, in: Size(width: 1280, height: 720))
                others.append(layer)
            case .handlers: player.addChangeHandler { _ in }
            }
        }
        if kind == .handlers {
            let film = try PlayerView(player: player, in: application)
            film.show()
            others.append(film)
        }
        try withExtendedLifetime(others) { try application.run() }
    }
}
