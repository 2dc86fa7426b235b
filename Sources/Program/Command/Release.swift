/// The release that this program is.
package enum Release {
    package static let version = "0.2.0"
    /// Date for the manual pages, in mdoc's form.
    package static let date = "November 26, 2026"
}
