import Glibc

package enum FolderNames {
    /// Names of all entries but `.` and `..`, unordered (`readdir`); empty if the folder can't be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = PathText.withCString(folder, { opendir($0) }) else { return [] }
        return names(in: stream)
    }

    /// The same for an open folder; closes the stream.
    static func names(in stream: OpaquePointer) -> [String] {
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { PathText.string(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
