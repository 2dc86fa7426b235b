import OrielDemux
import OrielPlatform
import OrielPlay

/// Check of a link's address before anything is requested: an address that may be on this machine or its network needs
/// the user's answer.
struct LinkGate: Sendable {
    let url: String
    /// Folder of the answers; nil to keep none.
    let folder: StateFolder?
    /// Keeps a link to the internet there; lifted where the user lets it lead elsewhere.
    let restriction: InternetOnly

    init(_ url: String, answersIn folder: StateFolder?) {
        self.url = url
        self.folder = folder
        restriction = InternetOnly(url)
    }

    /// Host and port as the address has them, which is what the user sees and answers for.
    private var host: String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.prefix { !"/?#".contains($0) }.lowercased()
    }

    /// Looks the host up on a thread of its own.
    func examine(_ done: @escaping @MainActor @Sendable (PlayOptions.LinkCheck.Verdict) -> Void) {
        let thread = try? NamedThread("oriel-link") {
            let isOfInternet = HostPlace.of(url) == .internet
            let answer = isOfInternet ? nil : RememberedLinks(from: folder).answer(for: host)
            if answer == true { restriction.lift() }
            let verdict: PlayOptions.LinkCheck.Verdict =
                isOfInternet || answer == true ? .open : answer == false ? .refuse(host: host) : .ask(host: host)
            Task { @MainActor in done(verdict) }
        }
        // Without a thread nothing is known of the host.
        if thread == nil { Task { @MainActor [host] in done(.ask(host: host)) } }
    }

    /// Stores the user's answer.
    func note(isAllowed: Bool) {
        if isAllowed { restriction.lift() }
        RememberedLinks.update(in: folder) { $0.note(host, isAllowed: isAllowed) }
    }
}
