/// Location of libass and the fonts; the defaults suit an ordinary system.
package struct TextOptions: Hashable, Sendable {
    /// Library name for the dynamic loader: the version of the header this was compiled with.
    package var library = "libass.so.9"
    /// File that replaces fontconfig's configuration; nil for the system's.
    package var fontConfiguration: String?
    /// Name of the engine's thread.
    package var thread = "text"

    package init() {}
}
