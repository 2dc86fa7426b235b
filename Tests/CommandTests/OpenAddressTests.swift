import OrielCommand
import Testing

/// Links of web pages, which any page can make.
struct OpenAddressTests {
    @Test func aLinkNamesAnAddressATimeAndATitle() throws {
        let address = try OpenAddress(
            parsing:
                "oriel://open?url=https%3A%2F%2Fexample.org%2Ffilm.mp4%3Fa%3D1%26b%3D2%2B3&t=90.5&title=A%20film%20%C3%A4"
        )
        #expect(address.url == "https://example.org/film.mp4?a=1&b=2+3")
        #expect(address.start == .milliseconds(90_500))
        #expect(address.title == "A film ä")
    }

    @Test(arguments: [
        ("oriel://open?url=http://example.org/a", "http://example.org/a"),
        ("ORIEL://Open/?url=HTTPS%3a%2f%2fexample.org", "HTTPS://example.org"),
        ("oriel://open?title=&t=&url=https://[2001:db8::1]:8443/a%2520b", "https://[2001:db8::1]:8443/a%20b"),
        ("oriel://open?url=https://example.org/a@b?c=d@e%23f", "https://example.org/a@b?c=d@e#f"),
        ("oriel://open?url=https://example.org/--pip", "https://example.org/--pip"),
        ("oriel://open?url=https://example.org/a+b", "https://example.org/a+b"),
    ])
    func addressesOfTheWebAreOpened(text: String, url: String) throws {
        let address = try OpenAddress(parsing: text)
        #expect(address.url == url)
        #expect(address.start == nil && address.title == nil)
    }

    @Test(arguments: [("90", 90), ("90s", 90), ("1:30", 90), ("1:02:03", 3723), ("0", 0)])
    func timesAreThoseOfTheCommands(text: String, seconds: Int) throws {
        let address = try OpenAddress(parsing: "oriel://open?url=https://a.b&t=\(text)")
        #expect(address.start == .seconds(seconds))
    }

    @Test(arguments: [
        // Other schemes, files, and what a program could take for an option.
        ("url=file%3A%2F%2F%2Fetc%2Fpasswd", "names no http:// or https:// address"),
        ("url=%2Fetc%2Fpasswd", "names no http:// or https:// address"),
        ("url=javascript%3Aalert(1)", "names no http:// or https:// address"),
        ("url=concat%3Ahttps%3A%2F%2Fa.b", "names no http:// or https:// address"),
        ("url=rtsp%3A%2F%2Fa.b", "names no http:// or https:// address"),
        ("url=--log-file%3D%2Ftmp%2Fx", "names no http:// or https:// address"),
        ("url=-", "names no http:// or https:// address"),
        ("url=%20https%3A%2F%2Fa.b", "names no http:// or https:// address"),
        // Links in links.
        ("url=oriel%3A%2F%2Fopen%3Furl%3Dhttps%3A%2F%2Fa.b", "contains another oriel:// address"),
        ("url=OrIeL%3Ax", "contains another oriel:// address"),
        // Credentials, and hosts that programs read differently.
        ("url=https%3A%2F%2Fuser%3Asecret%40a.b%2F", "names an address with a user name or a password"),
        ("url=https%3A%2F%2Fa.b%40c.d", "names an address with a user name or a password"),
        ("url=https%3A%2F%2Fa.b%5C%40c.d", "names an address with a backslash in its host"),
        ("url=https%3A%2F%2F", "names an address without a host"),
        ("url=https%3A%2F%2F%3A80", "names an address without a host"),
        ("url=https%3A%2F%2F%2Fa", "names an address without a host"),
        ("url=https%3Aa.b", "names an address without a host"),
        // Control characters, as they are and encoded.
        ("url=https%3A%2F%2Fa.b%2F%0A--pip", "names an address with control characters or spaces"),
        ("url=https%3A%2F%2Fa.b%2F%00", "names an address with control characters or spaces"),
        ("url=https%3A%2F%2Fa.b%2F%C2%9B", "names an address with control characters or spaces"),
        ("url=https%3A%2F%2Fa.b%2F%E2%80%AE", "names an address with control characters or spaces"),
        ("url=https%3A%2F%2Fa.b%2F%20c", "names an address with control characters or spaces"),
        ("url=https://a.b/\n", "has control characters or spaces"),
        ("url=https://a.b/ --pip", "has control characters or spaces"),
        ("url=https://a.b/\u{1B}[2J", "has control characters or spaces"),
        ("url=https://a.b&title=%1B%5B2J", "has a title with control characters or more than 500 letters"),
        // Options.
        ("url=https://a.b&pip=1", "has a part other than url, t and title"),
        ("url=https://a.b&--pip", "has a part other than url, t and title"),
        ("url=https://a.b&http-header=Cookie%3Aa", "has a part other than url, t and title"),
        // Wrong forms.
        ("url=https://a.b&url=https://c.d", "has url twice"), ("t=3", "has no url"), ("url", "has no url"),
        ("", "has no url"), ("url=https://a.b%2", "is not well encoded"), ("url=https://a.b%zz", "is not well encoded"),
        ("url=https://a.b%FF", "is not well encoded"), ("url=https://a.b#t=3", "has an unencoded #"),
        ("url=https://a.b&t=-3", "has a t that is no time"), ("url=https://a.b&t=soon", "has a t that is no time"),
        ("url=https://a.b&t=1e9", "has a t that is no time"),
        ("url=https://a.b&t=9999999999", "has a t that is no time"),
        ("url=https://a.b&t=s", "has a t that is no time"),
    ])
    func everythingElseIsRefused(query: String, reason: String) {
        #expect { try OpenAddress(parsing: "oriel://open?" + query) } throws: { "\($0)" == reason }
    }

    @Test(arguments: [
        "oriel:", "oriel://", "oriel://play?url=https://a.b", "oriel://open", "oriel:open?url=https://a.b",
        "oriel://open@a.b?url=https://c.d", "oriel://open/x?url=https://a.b",
    ])
    func onlyOpenIsKnown(text: String) {
        #expect(OpenAddress.isOne(text))
        #expect { try OpenAddress(parsing: text) } throws: { "\($0)" == "is not of the form oriel://open?url=ADDRESS" }
    }

    @Test func longLinksAreRefused() throws {
        let most = "oriel://open?url=https://a.b/"
        _ = try OpenAddress(parsing: most + String(repeating: "a", count: 8192 - most.count))
        #expect(throws: OpenAddress.Refusal.self) {
            try OpenAddress(parsing: most + String(repeating: "a", count: 8193 - most.count))
        }
        _ = try OpenAddress(parsing: "oriel://open?url=https://a.b&title=" + String(repeating: "a", count: 500))
        #expect(throws: OpenAddress.Refusal.self) {
            try OpenAddress(parsing: "oriel://open?url=https://a.b&title=" + String(repeating: "a", count: 501))
        }
    }

    @Test(arguments: ["film.mkv", "https://oriel://", "/oriel://open", "./oriel:x", "orielx://open", "", ":"])
    func otherMediaAreNoLinks(text: String) { #expect(!OpenAddress.isOne(text)) }

    /// A refusal is one line on standard error, before anything is opened.
    @Test(arguments: [
        (
            ["play", "oriel://open?url=file:///etc/passwd"],
            "oriel: play: the oriel:// address names no http:// or https://"
        ),
        (
            ["play", "--list", "--", "oriel://open?url=https://a.b", "film.mkv"],
            "oriel: play: an oriel:// address can't"
        ),
        (["play", "a.mkv", "oriel:x"], "oriel: play: an oriel:// address can't"),
        (
            ["play", "oriel://open?url=https://a.b/\u{1B}[2J\n"],
            "oriel: play: the oriel:// address has control characters"
        ),
        (["add", "oriel://open?url=https://a.b"], "oriel: add: an oriel:// address is for oriel play"),
    ])
    func aRefusalIsOneLine(arguments: [String], beginning: String) throws {
        let line = try #require(UsageLine.complaint(about: arguments))
        #expect(line.hasPrefix(beginning), "\(line)")
        #expect(!line.contains("\n") && !line.contains("\u{1B}"))
    }

    @Test func aLinkIsAMedium() {
        #expect(
            UsageLine.complaint(about: ["play", "--list", "--", "oriel://open?url=https://a.b&t=3&title=x"]) == nil)
    }
}
