import FoundationEssentials
import Glibc
import OrielLibav
import OrielPlatform

extension MediaLocation {
    /// Address for other programs: a `file` URI, or the URL without its credentials, query and fragment, which may hold
    /// secrets. nil for standard input, and for a URL that none of this can be taken from.
    package var publicAddress: String? {
        switch self {
        case .standardInput: nil
        case .path(let path): Self.fileURI(path)
        case .url(let url):
            URLComponents(string: url).flatMap { components in
                var components = components
                (components.user, components.password) = (nil, nil)
                (components.query, components.fragment) = (nil, nil)
                return components.string
            }
        }
    }

    /// Percent-encodes an absolute path (RFC 8089); a relative one belongs to the working directory.
    private static func fileURI(_ path: String) -> String? {
        var bytes = PathText.bytes(path)
        if bytes.first != UInt8(ascii: "/") {
            guard let folder = getcwd(nil, 0) else { return nil }
            defer { free(folder) }
            bytes = PathText.bytes(PathText.string(cString: folder)) + [UInt8(ascii: "/")] + bytes
        }
        return "file://" + PathText.encoded(bytes, keeping: "/")
    }
}
