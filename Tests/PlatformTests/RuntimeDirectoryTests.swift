import Glibc
import OrielPlatform
import SystemPackage
import Testing

@Suite struct RuntimeDirectoryTests {
    private func reason(_ base: String?) -> RuntimeDirectoryError.Reason? {
        do throws(RuntimeDirectoryError) {
            _ = try RuntimeDirectory(base: base)
            return nil
        } catch { return error.reason }
    }

    @Test func itIsMadeForItsOwnerAlone() throws {
        let folder = try TemporaryFolder()
        let directory = try RuntimeDirectory(base: folder.path)
        var status = stat()
        #expect(stat(directory.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(directory.names.isEmpty)
        try directory.create("a")
        try directory.link("a", as: "b")
        #expect(throws: PlatformError.self) { try directory.link("a", as: "b") }
        #expect(directory.names.sorted() == ["a", "b"])
        #expect(directory.file("a") == directory.file("b"))
        #expect(!directory.isSocket("a"))
        try directory.rename("b", to: "c")
        directory.remove("a")
        #expect(directory.names == ["c"])
    }

    @Test func itKnowsWhetherItsPathStillLeadsToIt() throws {
        let folder = try TemporaryFolder()
        let directory = try RuntimeDirectory(base: folder.path)
        #expect(directory.isCurrent)
        #expect(rename(directory.path, folder.path + "/moved") == 0)
        #expect(!directory.isCurrent)
        let other = try directory.reopened()
        #expect(other.isCurrent && !directory.isCurrent && other.path == directory.path)
        rmdir(folder.path + "/moved")
    }

    @Test func oneThatOthersCanEnterIsClosedToThem() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir(folder.path + "/oriel", 0o777) == 0 && chmod(folder.path + "/oriel", 0o777) == 0)
        _ = try RuntimeDirectory(base: folder.path)
        var status = stat()
        #expect(stat(folder.path + "/oriel", &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test func eachFaultHasItsSentence() throws {
        let folder = try TemporaryFolder()
        #expect(reason(nil) == .unset)
        #expect(reason("") == .unset)
        #expect(reason("run") == .relative)
        #expect(reason(folder.path + "/none") == .missing)
        let file = folder.path + "/file"
        close(creat(file, 0o600))
        #expect(reason(file) == .notFolder)
        // A link in place of the folder is never followed.
        #expect(symlink("/tmp", folder.path + "/oriel") == 0)
        #expect(reason(folder.path) == .notFolder)
        unlink(folder.path + "/oriel")
        close(creat(folder.path + "/oriel", 0o600))
        #expect(reason(folder.path) == .notFolder)
        for reason: RuntimeDirectoryError.Reason in [
            .unset, .relative, .missing, .notFolder, .wrongOwner, .tooOpen, .readOnly, .full, .failed(.ioError),
        ] {
            let sentence = RuntimeDirectoryError(reason, path: "/run/x").description
            #expect(!sentence.contains("\n") && sentence.count > 20)
        }
    }

    @Test func aReadOnlyOrForeignFolderIsRefused() throws {
        guard geteuid() != 0 else {
            // Root may write everywhere, so a system folder stands for a foreign one.
            #expect(reason("/proc/self") == .readOnly || reason("/proc/self") != nil)
            return
        }
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o500)
        #expect(reason(folder.path) == .readOnly)
        #expect(reason("/") == .wrongOwner)
    }

    @Test func aPathTooLongForASocketStillWorks() throws {
        let folder = try TemporaryFolder()
        let base = folder.path + "/" + String(repeating: "x", count: 120)
        #expect(mkdir(base, 0o700) == 0)
        let directory = try RuntimeDirectory(base: base)
        let listener = try SeqPacketSocket.listen(at: directory.path(of: "socket"))
        _ = try SeqPacketSocket.connect(to: directory.path(of: "socket"))
        #expect(try listener.accept() != nil)
    }
}
