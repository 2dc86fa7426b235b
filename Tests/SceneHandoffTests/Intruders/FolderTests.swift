import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// Runtime folders without a reachable broker: one line reports it, and the player uses a private one.
@Suite(.timeLimit(.minutes(5))) struct FolderTests {
    private static func run(_ arguments: [String]) -> Bool {
        var process: pid_t = 0
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        guard posix_spawnp(&process, arguments[0], nil, nil, &pointers, environ) == 0 else { return false }
        var status: CInt = 0
        return waitpid(process, &status, 0) == process && status == 0
    }

    /// Starts a player in the folder, which can't reach the others.
    private func problem(in folder: TemporaryFolder) throws -> [String] {
        let loop = try EventLoop()
        let link = try Link("a", folder, loop, peer: .seconds(60))
        loop.turn { link.isReachable }
        #expect(link.isServed(despite: link.problems))
        #expect(try folder.runtime().names == [])
        link.client.stop()
        return link.problems
    }

    private static func mount(_ folder: TemporaryFolder, _ options: String) -> Bool {
        run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.path])
    }

    private static func unmount(_ folder: TemporaryFolder) { _ = run(["umount", "-l", folder.path]) }

    /// Whether mounting works; root in a container may not. Tested once.
    private static let canMount: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder(), mount(folder, "mode=0700") else { return false }
        unmount(folder)
        return true
    }()

    @Test(.enabled(if: canMount, "only root may mount a small file system, and not everywhere"))
    func aFullOne() throws {
        let folder = try TemporaryFolder()
        // Room for the folder and its subfolder, but for no socket.
        try #require(Self.mount(folder, "mode=0700,size=4k,nr_inodes=2"))
        defer { Self.unmount(folder) }
        #expect(
            try problem(in: folder) == [
                "no other player and no command can reach this one: the file system of the runtime folder "
                    + "\(folder.path)/oriel is full; make room there"
            ])
    }

    @Test(.enabled(if: canMount || geteuid() != 0, "root writes everywhere, and may mount no file system here"))
    func aReadOnlyOne() throws {
        let folder = try TemporaryFolder()
        if geteuid() == 0 {
            try #require(Self.mount(folder, "mode=0700"))
            _ = try folder.runtime()
            #expect(Self.run(["mount", "-o", "remount,ro", folder.path]))
        } else {
            let path = try folder.runtime().path
            #expect(chmod(path, 0o500) == 0)
        }
        defer {
            if geteuid() == 0 { Self.unmount(folder) } else { chmod(folder.path + "/oriel", 0o700) }
        }
        #expect(
            try problem(in: folder) == [
                "no other player and no command can reach this one: the runtime folder \(folder.path)/oriel can't be "
                    + "written to; make it writable"
            ])
    }

    /// Folders in place of the names are no obstacle: players meet by number.
    @Test func foldersWhereSocketsShouldBe() throws {
        let folder = try TemporaryFolder()
        let path = try folder.runtime().path
        for name in ["wayland-test.sock", "wayland-test.1"] { #expect(mkdir(path + "/" + name, 0o700) == 0) }
        defer { for name in ["wayland-test.sock", "wayland-test.1"] { rmdir(path + "/" + name) } }
        let loop = try EventLoop()
        let links = try [Link("a", folder, loop, peer: .seconds(60)), Link("b", folder, loop, peer: .seconds(60))]
        loop.turn { links.allSatisfy(\.isReachable) }
        #expect(links.map(\.client.generation) == [2, 2] && links.map(\.client.isHost) == [true, false])
        #expect(links.map(\.problems) == [[], []])
        for link in links { link.client.stop() }
    }
}
