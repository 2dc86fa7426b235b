import OrielText

extension Application {
    /// Whether subtitle scripts are limited to 96 MiB of memory each, fonts included; false by default. Any thread.
    ///
    /// A script of two kilobytes can make libass allocate gigabytes within one call. libass offers no limit, so this
    /// patches the process: with the first subtitles, libass's and FreeType's entries for `malloc` and its siblings are
    /// replaced, for every user of the two libraries in the process. Set it at the start of a program that is alone in
    /// its process and plays media of unknown origin, as `oriel` does; leave it where a toolkit draws its text with
    /// FreeType. Scripts are bounded in events, bytes, fonts, cached glyphs and drawn pixels in any case.
    nonisolated public static var limitsScriptMemory: Bool {
        get { ScriptMemory.isLimited }
        set { ScriptMemory.isLimited = newValue }
    }
}
