/* A film with Oriel's own controls over it, in a window of GTK's.
 * valac --vapidir=PREFIX/share/vala/vapi --pkg gtk4 --pkg oriel-gtk4 film.vala */
int main(string[] arguments) {
    if (arguments.length != 2) {
        stderr.printf("usage: film FILM\n");
        return 64;
    }
    Environment.set_prgname("org.example.Film");
    Gtk.init();
    var loop = new MainLoop();
    var window = new Gtk.Window() { title = "Film", default_width = 640, default_height = 360 };
    var video = new Oriel.Video(arguments[1]) { controls = true };
    video.did_start.connect(() => print("film: floats\n"));
    video.did_stop.connect(reason => print("film: is back\n"));
    video.closed.connect(() => loop.quit());
    window.child = video;
    window.close_request.connect(() => {
        loop.quit();
        return false;
    });
    video.play();
    window.present();
    window.set_focus(video);
    loop.run();
    print("film: end\n");
    return 0;
}
