import OrielTexts

/// The files of a new app.
package struct AppPackage {
    package struct File: Equatable {
        /// Relative to the app's folder.
        package var path: String
        package var text: String
        package var isProgram = false

        package init(path: String, text: String, isProgram: Bool = false) {
            (self.path, self.text, self.isProgram) = (path, text, isProgram)
        }
    }

    /// Reason why there is no app, as a sentence without a full stop.
    package struct Refusal: Error, CustomStringConvertible { package let description: String }

    private let name: String
    private let id: String
    private let kind: AppKind

    /// - Parameters:
    ///   - name: the name of the package, its program and its module.
    ///   - id: the ID by which desktops know the app; nil for `org.example.` and the name.
    package init(_ name: String, id: String? = nil, kind: AppKind) throws(Refusal) {
        let id = id ?? "org.example.\(name)"
        guard Self.isName(name) else {
            throw Refusal(
                description: localized(
                    "\(name) can't be a module of Swift: a letter, then letters, digits or _, and no word of Swift's"))
        }
        guard !name.lowercased().hasPrefix("oriel"), !Self.modules.contains(name.lowercased()) else {
            throw Refusal(description: localized("\(name) is the name of a module that the app uses"))
        }
        guard Self.isID(id) else {
            throw Refusal(
                description: localized("\(id) is no ID: words of letters, digits, _ or -, with dots between them"))
        }
        self.name = name
        self.id = id
        self.kind = kind
    }

    // MARK: Names

    private static let modules: Set = [
        "swift", "testing", "foundation", "glibc", "dispatch", "observation", "cgtk", "cglib", "logging", "main",
        "newapp",
    ]
    private static let keywords: Set = [
        "Any", "Self", "Type", "Protocol", "actor", "as", "associatedtype", "async", "await", "break", "case",
        "catch", "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while", "_",
    ]

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, isLetter(first) || first == "_", text.utf8.count <= 64 else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" } && !keywords.contains(text)
    }

    /// The rule of D-Bus and desktop entries: at least two words, none of which begins with a digit.
    private static func isID(_ text: String) -> Bool {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        return words.count >= 2 && text.utf8.count <= 255
            && words.allSatisfy { word in
                guard let first = word.first, !isDigit(first) else { return false }
                return word.allSatisfy { isLetter($0) || isDigit($0) || $0 == "_" || $0 == "-" }
            }
    }

    private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    // MARK: Files

    package func files(_ dependency: OrielDependency) -> [File] {
        let common: [File] = [
            File(path: "Package.swift", text: kind == .gtk ? PackagedFiles.appGTKPackage : PackagedFiles.appPackage),
            File(path: "README.md", text: PackagedFiles.appReadme),
            File(path: "\(id).desktop", text: PackagedFiles.appDesktopEntry),
            File(path: ".gitignore", text: PackagedFiles.appGitignore),
            File(path: ".github/workflows/test.yml", text: PackagedFiles.appWorkflow),
            File(path: "on-compositor", text: PackagedFiles.appOnCompositor, isProgram: true),
        ]
        let (main, tests, others): (String, String, [(path: String, text: String)]) =
            switch kind {
            case .player: (PackagedFiles.appPlayer, PackagedFiles.appTests, [])
            case .custom: (PackagedFiles.appCustom, PackagedFiles.appCustomTests, [])
            case .persistent:
                (
                    PackagedFiles.appPersistent, PackagedFiles.appPersistentTests,
                    [("\(name)/Playback.swift", PackagedFiles.appPersistentPlayback)]
                )
            case .call:
                (PackagedFiles.appCall, PackagedFiles.appTests, [("\(name)/Face.swift", PackagedFiles.appCallFace)])
            case .frames: (PackagedFiles.appFrames, PackagedFiles.appFramesTests, [])
            case .gtk:
                (
                    PackagedFiles.appGTK, PackagedFiles.appGTKTests,
                    [
                        ("\(name)/Film.swift", PackagedFiles.appGTKFilm),
                        ("OrielGLib/GLibSource.swift", PackagedFiles.appGTKSource),
                        ("CGTK/module.modulemap", PackagedFiles.appGTKModule),
                        ("CGTK/shim.h", PackagedFiles.appGTKHeader),
                        ("CGLib/module.modulemap", PackagedFiles.appGLibModule),
                        ("CGLib/shim.h", PackagedFiles.appGLibHeader),
                    ]
                )
            }
        let own = [
            File(path: "Sources/\(name)/Main.swift", text: main),
            File(path: "Tests/\(name)Tests/\(name)Tests.swift", text: tests),
        ]
        let values = values(dependency)[...]
        return (common + own + others.map { File(path: "Sources/" + $0.path, text: $0.text) }).map { file in
            File(path: file.path, text: Self.filled(file.text, values), isProgram: file.isProgram)
        }
    }

    /// The templates' placeholders and what replaces them.
    private func values(_ dependency: OrielDependency) -> [(place: String, value: String)] {
        let types = "MimeType=video/mp4;video/webm;video/x-matroska;\n"
        return [
            (".package(name: \"oriel\", path: \"../oriel\", traits: [])", dependency.line),
            ("(ORIEL)", "(\(dependency.place))"),
            (" EXTRA", kind == .gtk ? " libgtk-4-dev libglib2.0-dev" : ""),
            (" %u\n", kind.playsFiles ? " %u\n" : "\n"),
            (types, kind.playsFiles ? types : ""),
            (" FILE", kind.playsFiles ? " FILE" : ""),
            ("stage.film(), ", kind.playsFiles ? "stage.film(), " : ""),
        ] + ["NewApp", kind.example].flatMap { [("org.example.\($0)", id), ($0, name)] }
    }

    /// Replaces each placeholder once: values aren't looked through.
    private static func filled(_ text: String, _ values: ArraySlice<(place: String, value: String)>) -> String {
        guard let first = values.first else { return text }
        return text.split(separator: first.place, omittingEmptySubsequences: false)
            .map { filled(String($0), values.dropFirst()) }.joined(separator: first.value)
    }
}
