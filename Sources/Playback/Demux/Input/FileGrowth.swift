import Glibc

/// Size of a regular file that another program may still be writing, as seen at its end. Value code.
package struct FileGrowth {
    /// Time without growth after which a file counts as complete.
    static let patience = Duration.seconds(2)
    /// Interval at which the size of a file that may grow is read.
    static let interval = Duration.milliseconds(50)

    /// Largest size seen, in bytes.
    private(set) var size: Int64
    private var settledSize: Int64
    /// Host time of the last change.
    private var lastChange: Duration

    /// - Parameters:
    ///   - status: of the open file.
    ///   - now: host time.
    init(_ status: stat, at now: Duration) {
        size = Int64(status.st_size)
        settledSize = size
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        let age =
            Duration.seconds(wall.tv_sec - status.st_mtim.tv_sec)
            + .nanoseconds(wall.tv_nsec - status.st_mtim.tv_nsec)
        // A time in the future is another machine's.
        lastChange = now - (age < .zero ? Self.patience : min(age, Self.patience))
    }

    /// Whether the file has grown since it was opened, or since `settle`.
    package var hasGrown: Bool { size > settledSize }

    /// Whether the file hasn't changed lately.
    func isQuiet(at now: Duration) -> Bool { now - lastChange >= Self.patience }

    /// Notes the present size.
    mutating func note(_ size: Int64, at now: Duration) {
        guard size > self.size else { return }
        self.size = size
        lastChange = now
    }

    /// Takes the file as complete.
    package mutating func settle() { settledSize = size }
}
