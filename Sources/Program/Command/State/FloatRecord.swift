/// The last choice of `oriel float --restore`; a file of the state folder.
package struct FloatRecord: StateFile, Hashable, Sendable {
    /// The desktop's token for the choice, which counts once; nil if the desktop keeps none.
    package var restoreToken: String?

    package static let file = "float.json"

    package init() {}
}
