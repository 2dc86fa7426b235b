import Foundation
import OrielGeometry
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel` as it is linked: FFmpeg's libraries and libpulse come with the first medium, not with the program.
@Suite struct LibraryLoadingTests {
    /// A hotkey waits for the program's start before it does anything.
    @Test func theProgramIsLoadedWithoutFFmpeg() throws {
        // The program that starts children would name its own libraries too.
        let oriel = try ChildProcess("sh", ["-c", "LD_TRACE_LOADED_OBJECTS=1 exec \"$0\"", Executable.built("oriel")])
        #expect(oriel.wait(.seconds(20)) == .code(0))
        let libraries = oriel.standardOutput
        #expect(libraries.contains("libwayland-client.so"), "\(libraries)")
        for name in [
            "libavutil", "libavcodec", "libavformat", "libswscale", "libswresample", "libavfilter", "libpulse", "libva",
        ] {
            #expect(!libraries.contains(name), "\(libraries)")
        }
    }

    /// One that can't be loaded is one clear line, and takes nothing else along.
    @Test(arguments: [[], ["--audio", "null"], ["--audio", "none"], ["--speed", "2"]])
    func aLibraryThatIsMissingIsOneClearLine(options: [String]) throws {
        let folder = try TemporaryFolder()
        for version in 50..<100 { try Data().write(to: URL(filePath: "\(folder.path)/libavformat.so.\(version)")) }
        let environment = ["LD_LIBRARY_PATH": folder.path]
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 60)
        let player = try fake.launch(
            Executable.built("oriel"), ["play"] + options + [clip.file()], environment: environment)
        #expect(player.wait(.seconds(20)) == .code(1), "\(player.standardError)")
        let lines = player.standardError.split(separator: "\n")
        #expect(
            lines.count == 1 && lines[0].contains("can't be played: ") && lines[0].contains("libavformat.so"),
            "\(lines)")
        guard options.isEmpty else { return }
        let doctor = try fake.launch(Executable.built("oriel"), ["doctor"], environment: environment)
        #expect(doctor.wait(.seconds(20)) != nil)
        #expect(doctor.standardOutput.contains("install FFmpeg's libraries"), "\(doctor.standardOutput)")
    }

    /// Where one of them can't be mapped for lack of memory, the medium is refused, whichever it is. A limit of the
    /// process's memory would also fail an allocation of another thread meanwhile.
    @Test(arguments: ["libavutil", "libavcodec", "libavformat", "libswscale", "libswresample"])
    func littleMemoryIsNoCrash(library: String) throws {
        let folder = try TemporaryFolder()
        for version in 1..<100 {
            try Data(Self.unmappable).write(to: URL(filePath: "\(folder.path)/\(library).so.\(version)"))
        }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 15, sound: ClipSound()
        ).file()
        let player = try fake.launch(
            Executable.built("oriel"), ["play", clip], environment: ["LD_LIBRARY_PATH": folder.path])
        #expect(player.wait(.seconds(20)) == .code(1), "\(player.standardError)")
        let lines = player.standardError.split(separator: "\n")
        #expect(
            lines.count == 1 && lines[0].contains("can't be played: ") && lines[0].contains("failed to map segment"),
            "\(lines)")
    }

    /// A shared library of this machine with one segment, which is larger than any address space.
    private static var unmappable: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
            withUnsafeBytes(of: value.littleEndian) { bytes.replaceSubrange(offset..<offset + $0.count, with: $0) }
        }
        // Elf64_Ehdr: class, byte order and version of e_ident; e_type ET_DYN, e_machine, e_version; e_phoff; e_ehsize,
        // e_phentsize and e_phnum.
        bytes.replaceSubrange(0..<7, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1])
        put(UInt16(3), at: 16)
        #if arch(arm64)
            put(UInt16(183), at: 18)
        #else
            put(UInt16(62), at: 18)
        #endif
        put(UInt32(1), at: 20)
        put(UInt64(64), at: 32)
        put(UInt16(64), at: 52)
        put(UInt16(56), at: 54)
        put(UInt16(2), at: 56)
        // Elf64_Phdr: PT_LOAD, readable and writable, with p_filesz, p_memsz and p_align; PT_DYNAMIC inside it.
        put(UInt32(1), at: 64)
        put(UInt32(6), at: 68)
        put(UInt64(4096), at: 96)
        put(UInt64(1) << 60, at: 104)
        put(UInt64(4096), at: 112)
        put(UInt32(2), at: 120)
        put(UInt32(6), at: 124)
        put(UInt64(1024), at: 128)
        put(UInt64(1024), at: 136)
        put(UInt64(256), at: 152)
        put(UInt64(256), at: 160)
        return bytes
    }

    /// Where descriptors are too few, the program ends with its own status, not by a signal, whatever it lacks first.
    /// It passes without the check before FFmpeg's functions, which `littleMemoryIsNoCrash` sees.
    @Test func fewDescriptorsAreNoCrash() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 15, sound: ClipSound()
        ).file()
        for limit in 18..<34 {
            let player = try fake.launch(
                "sh", ["-c", "ulimit -n \(limit); exec \"$0\" play \"$1\"", Executable.built("oriel"), clip])
            let exit = player.wait(.seconds(20))
            // libgcrypt, which FFmpeg needs, aborts if it can't open a file.
            if case .code? = exit { continue } else if player.standardError.contains("libgcrypt") { continue }
            Issue.record("\(limit) descriptors: \(exit.debugDescription), \(player.standardError)")
        }
    }

    /// The next medium opens what the one before could not.
    @Test func aLibraryThatComesBackIsOpenedForTheNextMedium() throws {
        let folder = try TemporaryFolder()
        let libraries = (50..<100).map { URL(filePath: "\(folder.path)/libavformat.so.\($0)") }
        for library in libraries { try Data().write(to: library) }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 600, sound: ClipSound()
        ).file()
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "null", "--id", "a"],
            environment: ["LD_LIBRARY_PATH": folder.path])
        defer { player.stop(grace: .zero) }
        func answer(_ arguments: String...) throws -> String {
            let command = try fake.launch(Executable.built("oriel"), arguments)
            #expect(command.wait(.seconds(20)) != nil)
            return command.standardOutput
        }
        #expect(try wait(.seconds(20)) { try answer("status").contains("playing") })
        _ = try answer("add", clip)
        #expect(wait(.seconds(20)) { player.standardError.contains("can't be played: ") })
        for library in libraries { try FileManager.default.removeItem(at: library) }
        _ = try answer("add", clip)
        #expect(try wait(.seconds(20)) { try answer("status").contains("h264") })
    }

    /// It is wanted for sound at another speed alone; without it that is silent, and all else as ever.
    @Test func libavfilterComesWithAnotherSpeed() throws {
        let folder = try TemporaryFolder()
        for version in 1..<30 { try Data().write(to: URL(filePath: "\(folder.path)/libavfilter.so.\(version)")) }
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 60, sound: ClipSound()
        ).file()
        for speed in ["1", "2"] {
            let player = try fake.launch(
                Executable.built("oriel"), ["play", "--audio", "null", "--speed", speed, clip],
                environment: ["LD_LIBRARY_PATH": folder.path])
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
            let lines = player.standardError.split(separator: "\n").filter { $0.contains("libavfilter") }
            #expect(lines.count == (speed == "1" ? 0 : 1), "\(player.standardError)")
        }
    }
}
