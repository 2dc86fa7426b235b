import Glibc
import OrielPlatform
import OrielRemoteControl

/// Access to the session's players; failures become `CommandFailureLine`.
enum Remote {
    static func attempt<R>(
        _ command: String, _ body: (RemoteControl) throws(RemoteControlError) -> R
    ) throws(CommandFailureLine) -> R {
        let directory: RuntimeDirectory
        do { directory = try RuntimeDirectory() } catch { throw CommandFailureLine(command, "\(error)") }
        let display = getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? ""
        do { return try body(RemoteControl(directory: directory, display: display)) } catch {
            throw CommandFailureLine(command, error.description)
        }
    }
}
