import Oriel

/// Something that a desktop needs so that windows titled `Picture-in-Picture` stay above others, and that
/// `oriel doctor --fix` installs.
protocol DesktopRemedy {
    /// Examines whether it is installed, for the report.
    func check() -> DoctorReport.Check
    /// Question to the user, such as "Install the extension?"; nil if there is nothing to install.
    var question: String? { get }
    /// Sentence about what `apply` needs and doesn't find; nil if everything is there.
    var obstacle: String? { get }
    /// Descriptions of what `apply` changes, a line each.
    var steps: [String] { get }
    /// Installs it; leaves nothing if it fails.
    /// - Returns: what the user has to do or to know now.
    func apply() throws(RemedyFailure) -> String
}

/// A remedy that can't be applied, as a sentence for the user.
struct RemedyFailure: Error, Hashable {
    let what: String
    init(_ what: String) { self.what = what }
}
