import COrielGTK
import OrielGTK

/// A film in a window of GTK 4: it floats, comes back, and ends.
@main @MainActor
enum GTKFilm {
    static func main() {
        guard CommandLine.arguments.count == 2, gtk_init_check() != 0 else { return print("usage: GTKFilm FILM") }
        let loop = g_main_loop_new(nil, 0)
        let video = Video(CommandLine.arguments[1])
        video.onChange = { [unowned video] property in
            if property == .pictureInPicturePossible, video.isPictureInPicturePossible { video.startPictureInPicture() }
            guard property == .error, let error = video.error else { return }
            print("GTKFilm: \(error)")
            g_main_loop_quit(loop)
        }
        video.onDidStartPictureInPicture = { [unowned video] in
            print("GTKFilm: floats")
            video.stopPictureInPicture()
        }
        video.onRestore = {
            print("GTKFilm: restore")
            return true
        }
        video.onDidStopPictureInPicture = { [unowned video] reason in
            print("GTKFilm: is back, \(reason == ORIEL_STOP_PROGRAMMATIC ? "by the program" : "otherwise")")
            video.onChange = nil
            g_main_loop_quit(loop)
        }
        let window = gtk_window_new()
        let pointer = UnsafeMutableRawPointer(window)!.assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_child(pointer, video.widget)
        gtk_window_present(pointer)
        video.play()
        g_main_loop_run(loop)
        gtk_window_destroy(pointer)
        print("GTKFilm: end")
    }
}
