/// Where libass and the fonts are; nothing needs to be said on a system that is in order.
package struct TextOptions: Hashable, Sendable {
    /// The library as the dynamic loader finds it: the version whose header this was compiled with.
    package var library = "libass.so.9"
    /// A file that replaces fontconfig's configuration.
    package var fontConfiguration: String?
    /// The name of the engine's thread.
    package var thread = "text"

    package init() {}
}
