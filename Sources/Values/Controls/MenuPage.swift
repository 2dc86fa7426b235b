/// A page of a player's menu.
package enum MenuPage: Hashable, Sendable {
    case main
    case video, audio, subtitles
    case speed, zoom, aspect, rotation
    case chapters, list
    case pictureInPicture, size
    case keys
    /// A page of the app's rows, by the indexes of the rows that lead to it.
    case custom([Int])
    /// The page in the window in place of the video, or one of its rows' pages.
    case page([Int])
}

/// The menu's reaction to the use of a row.
package enum MenuStep: Hashable, Sendable {
    case stays
    case opens(MenuPage)
    case closes
}
