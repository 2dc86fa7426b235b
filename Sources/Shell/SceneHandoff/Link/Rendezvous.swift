package import OrielPlatform
package import SystemPackage

/// Names in the runtime folder by which clients find the broker of one display.
///
/// Broker N listens at `DISPLAY.N`; the highest number is the current broker. The name is a hard link to a socket that
/// already listens, so exactly one process wins it and no client finds a broker before it listens. Each broker removes
/// the names of earlier ones. The last name stays after its broker's end, so that numbers are never reused.
/// `DISPLAY.sock` is a second name of the current socket, for programs that use a fixed name.
package struct Rendezvous: Sendable {
    package let directory: RuntimeDirectory
    /// Last path component of `WAYLAND_DISPLAY`.
    package let display: String

    /// Greatest valid number, so that a stray file can't use up all numbers.
    private static let highest: UInt32 = 1_000_000_000

    package init(directory: RuntimeDirectory, display: String) {
        self.directory = directory
        // Cut, so that names made of it fit into a file name.
        let name = String(display.split(separator: "/").last ?? "").cut(toBytes: 64)
        self.display = name.isEmpty ? "wayland-0" : name
    }

    /// Fixed name of the current broker's socket.
    package var commonName: String { display + ".sock" }

    package func name(of generation: UInt32) -> String { "\(display).\(generation)" }

    /// Number of the newest broker, alive or not; nil if there never was one.
    package var newest: UInt32? { generations.max() }

    private var generations: [UInt32] {
        // File names are bytes and compared as bytes.
        let prefix = (display + ".").utf8
        return directory.names.compactMap { name in
            guard name.utf8.starts(with: prefix),
                let number = UInt32(String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)),
                number > 0, number <= Self.highest, self.name(of: number).utf8.elementsEqual(name.utf8)
            else { return nil }
            return number
        }
    }

    /// Whether a failed `connect` means that no broker listens there. Other failures are this process's own and say
    /// nothing about the broker.
    package static func isAbandoned(_ code: Errno) -> Bool {
        [.connectionRefused, .noSuchFileOrDirectory, .protocolWrongTypeForSocket].contains(code)
    }

    /// Connects to a broker.
    /// - Throws: `PlatformError`; `ECONNREFUSED` if no broker listens or the name isn't a socket of this user.
    package func connect(to generation: UInt32) throws(PlatformError) -> SeqPacketSocket {
        let name = name(of: generation)
        guard directory.isSocket(name) else { throw PlatformError("connect", .connectionRefused, subject: name) }
        return try SeqPacketSocket.connect(to: directory.path(of: name))
    }

    /// A successful claim to be a broker.
    package struct Claim: Sendable {
        package let generation: UInt32
        package let listener: SeqPacketSocket
        /// Inode number of the name, by which the broker verifies that the name is still its own.
        package let file: UInt64
    }

    /// Tries to become broker number `generation`; nil if another process has this number or a later one.
    /// - Throws: `PlatformError` if the folder can't be used.
    package func claim(_ generation: UInt32) throws(PlatformError) -> Claim? {
        guard generation <= Self.highest else {
            throw PlatformError("link", .fileExists, subject: name(of: generation))
        }
        // Contains the process ID, so that a name left by a crash is removed by the next attempt.
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
        // A slow process may claim a number that was used and removed. Brokers check this folder before they act, so it
        // finds the later one and gives up.
        guard let newest, newest == generation, let file = directory.file(name) else {
            directory.remove(draft)
            directory.remove(name)
            return nil
        }
        publish(draft, of: generation)
        for older in generations.sorted() where older < generation { directory.remove(self.name(of: older)) }
        return Claim(generation: generation, listener: listener, file: file)
    }

    /// Reports that a broker doesn't answer: creates the next number as a file without socket, so that others succeed
    /// it.
    package func reportSilence(of generation: UInt32) { try? directory.create(name(of: generation + 1)) }

    /// Gives the socket the common name, replacing the former one. Only for programs that don't read the numbers.
    private func publish(_ draft: String, of generation: UInt32) {
        rename(draft)
        // A slow broker may have taken the name from a later one.
        guard let newest, newest > generation else { return }
        try? directory.link(name(of: newest), as: draft)
        rename(draft)
    }

    /// Renames the draft. If another process has already linked the same file as the common name, `rename` does
    /// nothing, so the draft is removed.
    private func rename(_ draft: String) {
        try? directory.rename(draft, to: commonName)
        directory.remove(draft)
    }

    /// Whether a later broker has succeeded this one, or the folder was cleared or removed.
    package func isSucceeded(_ claim: Claim) -> Bool {
        !directory.isCurrent || directory.file(name(of: claim.generation)) != claim.file
            || directory.file(name(of: claim.generation + 1)) != nil
    }
}
