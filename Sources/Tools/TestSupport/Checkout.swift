package import Foundation

/// The checkout that the tests were built from.
package enum Checkout {
    /// The folder with `Package.swift`.
    package static let root: URL = {
        var folder = URL(filePath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.pathComponents.count > 1
            && !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        return folder
    }()
}
