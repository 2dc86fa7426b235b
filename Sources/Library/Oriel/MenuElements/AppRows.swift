/// The rows that an app adds to a view: those of its menu, and a page in place of the video.
@MainActor
struct AppRows {
    var menuItems: [MenuElement] = []
    var page: ViewPage?
}
