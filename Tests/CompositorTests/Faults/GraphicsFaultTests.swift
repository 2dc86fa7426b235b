import Foundation
import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import Testing

/// A driver that fails, played by a library in front of it.
@Suite(.needs(program: "clang"))
struct GraphicsFaultTests {
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    private static let beginning = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        static int error;
        static int failing(int code) { error = code; return 0; }
        int eglGetError(void) {
            if (error) { int told = error; error = 0; return told; }
            int (*real)(void) = (int (*)(void))dlsym(RTLD_NEXT, "eglGetError");
            return real();
        }
        static unsigned swap(void *display, void *surface) {
            unsigned (*real)(void *, void *) = (unsigned (*)(void *, void *))dlsym(RTLD_NEXT, "eglSwapBuffers");
            return real(display, surface);
        }

        """

    /// Plays the clip, or this one, with a driver of this source in front; `body` gets the player once the window shows
    /// the frame of this index.
    private func play(
        _ clip: StampedClip? = nil, with source: String, until index: Int,
        _ body: (FakeCompositor, ChildProcess) throws -> Void
    ) throws {
        try play(clip ?? self.clip, with: source) { fake, player in
            try #require(
                fake.shows(within: .seconds(30)) { $0.isMapped && ($0.index ?? 0) >= index },
                "\(fake.surfaces) \(player.standardError)")
            #expect(player.wait(.zero) == nil)
            try body(fake, player)
        }
    }

    /// Plays a clip with a driver of this source in front.
    private func play(
        _ clip: StampedClip, with source: String, _ body: (FakeCompositor, ChildProcess) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let (file, library) = ("\(folder.path)/driver.c", "\(folder.path)/driver.so")
        try (Self.beginning + source).write(toFile: file, atomically: true, encoding: .utf8)
        let compiler = try ChildProcess("clang", ["-shared", "-fPIC", "-o", library, file])
        try #require(compiler.wait(.seconds(60)) == .code(0), "\(compiler.standardError)")
        let session = try FakeSession(
            ["--renderer", "gles", "--loop"], media: [clip.file()], environment: ["LD_PRELOAD": library])
        defer { session.stop() }
        let (fake, player) = (session.fake, session.player)
        try body(fake, player)
    }

    private func lines(_ player: ChildProcess, with text: String) -> [Substring] {
        player.standardError.split(separator: "\n").filter { $0.contains(text) }
    }

    /// The twentieth picture finds the driver reset, and the next two attempts at a new context fail.
    @Test func aContextThatCannotBeMadeAtOnceIsSaidOnceAndMadeLater() throws {
        try play(
            with: """
                static int refusals;
                unsigned eglSwapBuffers(void *display, void *surface) {
                    static int count;
                    if (++count == 20) { refusals = 4; return failing(0x300E); }
                    return swap(display, surface);
                }
                void *eglCreateContext(void *display, void *config, void *share, const int *attributes) {
                    if (refusals > 0) { refusals--; failing(0x3003); return 0; }
                    void *(*real)(void *, void *, void *, const int *) =
                        (void *(*)(void *, void *, void *, const int *))dlsym(RTLD_NEXT, "eglCreateContext");
                    return real(display, config, share, attributes);
                }
                """, until: 100
        ) { _, player in
            #expect(lines(player, with: "cannot be started again").count == 1, "\(player.standardError)")
            #expect(lines(player, with: "drawing goes on").count == 1, "\(player.standardError)")
        }
    }

    /// Without a context for good, the processor draws from the next picture on.
    @Test func aContextThatNeverComesBackIsLeftForTheProcessor() throws {
        try play(
            with: """
                static int isGone;
                unsigned eglSwapBuffers(void *display, void *surface) {
                    static int count;
                    if (++count == 20) { isGone = 1; return failing(0x300E); }
                    return swap(display, surface);
                }
                void *eglCreateContext(void *display, void *config, void *share, const int *attributes) {
                    if (isGone) { failing(0x3003); return 0; }
                    void *(*real)(void *, void *, void *, const int *) =
                        (void *(*)(void *, void *, void *, const int *))dlsym(RTLD_NEXT, "eglCreateContext");
                    return real(display, config, share, attributes);
                }
                """, until: 100
        ) { fake, player in
            #expect(lines(player, with: "drawing goes on with shm").count == 1, "\(player.standardError)")
            #expect(lines(player, with: "cannot be started again").count == 1, "\(player.standardError)")
            try fake.oriel("quit")
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
        }
    }

    /// From the twentieth picture on the window's surface is bad, until another one is made for it.
    @Test func aLostSurfaceIsMadeAgain() throws {
        try play(
            with: """
                static void *bad;
                unsigned eglSwapBuffers(void *display, void *surface) {
                    static int count;
                    if (++count == 20) bad = surface;
                    if (surface == bad) return failing(0x300D);
                    return swap(display, surface);
                }
                unsigned eglDestroySurface(void *display, void *surface) {
                    // Its address may be given to the next.
                    if (surface == bad) bad = 0;
                    unsigned (*real)(void *, void *) =
                        (unsigned (*)(void *, void *))dlsym(RTLD_NEXT, "eglDestroySurface");
                    return real(display, surface);
                }
                """, until: 100
        ) { _, player in
            #expect(lines(player, with: "EGL_BAD_SURFACE").count == 1, "\(player.standardError)")
        }
    }

    /// From the twentieth picture on no window's surface can be shown: each is lost again.
    @Test func surfacesThatAreLostAgainAndAgainAreLeftForTheProcessor() throws {
        try play(
            with: """
                unsigned eglSwapBuffers(void *display, void *surface) {
                    static int count;
                    return ++count >= 20 ? failing(0x300D) : swap(display, surface);
                }
                """, until: 100
        ) { _, player in
            #expect(
                lines(player, with: "drawing failed: eglSwapBuffers: EGL_BAD_SURFACE").count == 1,
                "\(player.standardError)")
            #expect(lines(player, with: "drawing goes on with shm").count == 1, "\(player.standardError)")
        }
    }

    /// Its textures are smaller than the pictures.
    private static let smallTextures = """
        void glGetIntegerv(unsigned name, int *value) {
            void (*real)(unsigned, int *) = (void (*)(unsigned, int *))dlsym(RTLD_NEXT, "glGetIntegerv");
            real(name, value);
            if (name == 0x0D33) *value = 512;
        }
        """

    @Test(arguments: [[], ["-color_trc", "smpte2084"]])
    func aPictureLargerThanTheTexturesIsDrawnByTheProcessor(color: [String]) throws {
        var clip = clip
        clip.extra = color
        try play(clip, with: Self.smallTextures, until: 30) { _, player in
            #expect(lines(player, with: "drawing failed").isEmpty, "\(player.standardError)")
            #expect(lines(player, with: "up to 512x512").count == 1, "\(player.standardError)")
            #expect(lines(player, with: "drawing goes on with shm").count == 1, "\(player.standardError)")
        }
    }
}
