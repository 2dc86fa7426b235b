import Glibc
import Logging
import Oriel
import OrielPlatform

/// Reads the configuration again when its file changes (`inotify`), on a thread. A file that can't be used leaves the
/// former settings.
@MainActor
final class ConfigurationWatch {
    /// Receives other settings than before.
    var onChange: (Configuration) -> Void = { _ in }
    /// Receives one line, which is logged too, about a file that can't be used or a wrong line in it.
    var onProblem: (String) -> Void = { _ in }
    private let loop: MainLoop
    private var configuration: Configuration
    /// The problems of the last reading; nil before the first, whose problems were logged at the start.
    private var problems: [String]?
    private var watches: [(events: DirectoryWatch, token: EventLoop.Token)] = []
    private let timer = LoopTimer()

    /// Time in which several changes of one save are read together.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter configuration: the present settings; the file is read once more, in case that it has changed.
    init(_ loop: MainLoop, _ configuration: Configuration) {
        (self.loop, self.configuration) = (loop, configuration)
        read()
    }

    /// Reads the file on a thread, since its file system may not answer. The folders are watched anew, because another
    /// one may have their name.
    private func read() {
        guard let path = ConfigurationFile.path() else { return }
        for watch in watches { loop.remove(watch.token) }
        // The kernel takes its time to end a watch, so the thread does it.
        let former = watches.map(\.events)
        watches = []
        _ = try? NamedThread("oriel-config") { [weak self] in
            let events = Self.folders(of: path).compactMap { try? DirectoryWatch($0, removals: true, writes: true) }
            let reading = Result { () throws(ConfigurationEdit.Refusal) in try ConfigurationFile.settings() }
            Task { @MainActor in
                for events in events { self?.watch(events) }
                self?.take(reading)
            }
            withExtendedLifetime(former) {}
        }
    }

    /// The file's folder, or the nearest one above that exists, and the folder of a symbolic link's target.
    private nonisolated static func folders(of path: String) -> Set<String> {
        func parent(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        var own = parent(path)
        while !own.isEmpty, access(own, F_OK) != 0 { own = parent(own) }
        let target = realpath(path, nil)
        defer { free(target) }
        return Set([own.isEmpty ? "/" : own] + (target.map { [parent(String(cString: $0))] } ?? []))
    }

    private func watch(_ events: DirectoryWatch) {
        let token = try? loop.eventLoop.watch(events.number, for: .readable) { [weak self] _ in
            MainActor.assumeIsolated {
                events.clear()
                self?.readLater()
            }
        }
        if let token { watches.append((events, token)) }
    }

    private func readLater() {
        guard !timer.isSet else { return }
        timer.set(on: loop, after: Self.patience) { [weak self] in self?.read() }
    }

    private func take(_ reading: Result<(Configuration, warnings: [String]), ConfigurationEdit.Refusal>) {
        let found: [String]
        switch reading {
        case .failure(let refusal): found = ["\(refusal); the former settings stay"]
        case .success(let (next, warnings)):
            found = warnings
            if next != configuration {
                configuration = next
                onChange(next)
            }
        }
        let fresh = problems.map { former in found.filter { !former.contains($0) } } ?? []
        problems = found
        for line in fresh { Logger(label: "oriel").warning("\(line)") }
        if let line = fresh.first { onProblem(line) }
    }
}
