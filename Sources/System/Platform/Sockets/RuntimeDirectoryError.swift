public import SystemPackage

/// Reason why the runtime folder can't be used; its description is a sentence that says what to do.
public struct RuntimeDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        case unset
        case relative
        case missing
        case notFolder
        case wrongOwner
        case tooOpen
        case readOnly
        case full
        case failed(Errno)
    }

    public var reason: Reason
    /// Path of the folder concerned.
    public var path: String

    /// Maps the error code of a failed call in the folder to a reason.
    public init(_ code: Errno, path: String) {
        switch code {
        case .readOnlyFileSystem, .permissionDenied, .notPermitted: self.init(.readOnly, path: path)
        case .noSpace, .diskQuotaExceeded: self.init(.full, path: path)
        default: self.init(.failed(code), path: path)
        }
    }

    public init(_ reason: Reason, path: String) {
        self.reason = reason
        self.path = path
    }

    public var description: String {
        switch reason {
        case .unset: "XDG_RUNTIME_DIR is not set; log in through a desktop session, or set it to a folder of yours"
        case .relative: "XDG_RUNTIME_DIR is \(path), which is no absolute path; set it to a folder of yours"
        case .missing: "the runtime folder \(path) does not exist; create it with mode 0700"
        case .notFolder: "\(path) is no folder (links are not followed); remove it"
        case .wrongOwner: "the runtime folder \(path) belongs to another user; set XDG_RUNTIME_DIR to a folder of yours"
        case .tooOpen: "others can enter the runtime folder \(path), and its mode can't be changed; set it to 0700"
        case .readOnly: "the runtime folder \(path) can't be written to; make it writable"
        case .full: "the file system of the runtime folder \(path) is full; make room there"
        case .failed(let code): "the runtime folder \(path) can't be used: \(code)"
        }
    }
}
