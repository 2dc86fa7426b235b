package import OrielPlatform
package import SystemPackage

/// Where the brokers of one display meet their clients: names in the runtime folder.
///
/// Broker N listens at `DISPLAY.N`. The name is made by a hard link to a socket that listens already, which has one winner
/// and never a half-made broker; the highest name is the broker. Names of brokers before it are removed by the next one, the
/// last name stays when its broker ends, so that numbers never come twice. `DISPLAY.sock` is a second name of the broker's
/// socket, for those who look for one by name.
package struct Rendezvous: Sendable {
    package let directory: RuntimeDirectory
    /// The last path component of `WAYLAND_DISPLAY`.
    package let display: String

    /// Numbers above are no broker's, so that a stray file can't use them up.
    private static let highest: UInt32 = 1_000_000_000

    package init(directory: RuntimeDirectory, display: String) {
        self.directory = directory
        let name = display.split(separator: "/").last ?? ""
        // The names made of it must fit into a file's.
        var cut = String.UnicodeScalarView()
        var count = 0
        for scalar in name.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= 64 else { break }
            cut.append(scalar)
        }
        self.display = cut.isEmpty ? "wayland-0" : String(cut)
    }

    /// The name that everyone knows.
    package var commonName: String { display + ".sock" }

    package func name(of generation: UInt32) -> String { "\(display).\(generation)" }

    /// The newest broker's number, alive or not; nil where there never was one.
    package var newest: UInt32? { generations.max() }

    private var generations: [UInt32] {
        // Names are bytes, and compared as such.
        let prefix = (display + ".").utf8
        return directory.names.compactMap { name in
            guard name.utf8.starts(with: prefix),
                let number = UInt32(String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)),
                number > 0, number <= Self.highest, self.name(of: number).utf8.elementsEqual(name.utf8)
            else { return nil }
            return number
        }
    }

    /// Whether a failed `connect` says that nobody listens there. Any other failure is this process's own, and nothing is
    /// known of the broker.
    package static func isAbandoned(_ code: Errno) -> Bool {
        [.connectionRefused, .noSuchFileOrDirectory, .protocolWrongTypeForSocket].contains(code)
    }

    /// Connects to a broker. Throws where nobody listens (`ECONNREFUSED`, also for a name that is no socket of ours).
    package func connect(to generation: UInt32) throws(PlatformError) -> SeqPacketSocket {
        let name = name(of: generation)
        guard directory.isSocket(name) else { throw PlatformError("connect", .connectionRefused, subject: name) }
        return try SeqPacketSocket.connect(to: directory.path(of: name))
    }

    /// A claim that was won.
    package struct Seat: Sendable {
        package let generation: UInt32
        package let listener: SeqPacketSocket
        /// The number of the name's file, by which the broker knows that the name is still its own.
        package let file: UInt64
    }

    /// Tries to become broker number `generation`; nil if another has this number or a later one.
    package func claim(_ generation: UInt32) throws(PlatformError) -> Seat? {
        guard generation <= Self.highest else {
            throw PlatformError("link", .fileExists, subject: name(of: generation))
        }
        // Named by the process, so that one that was left behind by a crash is found again.
        let draft = ".\(display).\(ProcessHandle.ownNumber).\(generation)"
        directory.remove(draft)
        let listener = try SeqPacketSocket.listen(at: directory.path(of: draft))
        let name = name(of: generation)
        do throws(PlatformError) {
            try directory.link(draft, as: name)
        } catch {
            directory.remove(draft)
            if error.errno == .fileExists { return nil }
            throw error
        }
        // Someone slow may get a number that was given and taken back; whoever looks here before acting finds the later one.
        guard let newest, newest == generation, let file = directory.file(name) else {
            directory.remove(draft)
            directory.remove(name)
            return nil
        }
        publish(draft, of: generation)
        for older in generations.sorted() where older < generation { directory.remove(self.name(of: older)) }
        return Seat(generation: generation, listener: listener, file: file)
    }

    /// Says that a broker does not answer, for those who can succeed it: the next number is taken by nobody.
    package func reportSilence(of generation: UInt32) { try? directory.create(name(of: generation + 1)) }

    /// Gives the socket its common name, whatever has it. Not needed by anyone who reads the numbers.
    private func publish(_ draft: String, of generation: UInt32) {
        rename(draft)
        // A slow broker may have taken it from a later one.
        guard let newest, newest > generation else { return }
        try? directory.link(name(of: newest), as: draft)
        rename(draft)
    }

    /// Where someone else gave the file its common name already, both are one file's, and a rename does nothing.
    private func rename(_ draft: String) {
        try? directory.rename(draft, to: commonName)
        directory.remove(draft)
    }

    /// Whether a later broker took this one's place, or the folder was cleared or taken away under it.
    package func isDeposed(_ seat: Seat) -> Bool {
        !directory.isCurrent || directory.file(name(of: seat.generation)) != seat.file
            || directory.file(name(of: seat.generation + 1)) != nil
    }
}
