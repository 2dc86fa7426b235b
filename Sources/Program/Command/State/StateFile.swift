/// A value that is one file of the state folder.
package protocol StateFile: Codable, Equatable {
    /// The file's name.
    static var file: String { get }
    /// The value without a file.
    init()
}

extension StateFile {
    package init(from folder: StateFolder?) { self = folder?.read(Self.self, from: Self.file) ?? Self() }

    /// Reads the file again, since other processes may have changed it, applies the change and writes it.
    package static func update(in folder: StateFolder?, _ change: (inout Self) -> Void) {
        folder?.update(file, empty: Self(), change)
    }
}
