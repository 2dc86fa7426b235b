import CEGL

/// An initialised EGL display, with the configuration shared by its surfaces and contexts.
struct EGLConnection {
    /// Destination of drawing.
    enum Platform {
        /// `EGL_PLATFORM_WAYLAND_KHR`, with the `wl_display`. EGL has one display for each of them, which the app's own
        /// code also uses if the `wl_display` is the app's.
        case wayland(OpaquePointer, isShared: Bool)
        /// `EGL_PLATFORM_SURFACELESS_MESA`, for drawing into textures only.
        case surfaceless
    }

    let platform: Platform
    let display: EGLDisplay
    let config: EGLConfig
    let extensions: Set<Substring>

    init(_ platform: Platform) throws(RenderingError) {
        self.platform = platform
        display = try Self.openDisplay(platform)
        guard eglInitialize(display, nil, nil) != EGL_FALSE else { throw .egl("eglInitialize") }
        do throws(RenderingError) {
            guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != EGL_FALSE else { throw .egl("eglBindAPI") }
            config = try Self.chooseConfig(display, platform)
        } catch {
            Self.terminate(display, of: platform)
            throw error
        }
        extensions = Set(eglString(display, EGL_EXTENSIONS).split(separator: " "))
    }

    /// Closes the connection. A display that may be in use elsewhere stays open: the surfaceless one, of which EGL has
    /// one per process, and that of an app's `wl_display`.
    func close() {
        Self.terminate(display, of: platform)
        // The thread's present context may be the app's.
        if eglGetCurrentContext() == nil { eglReleaseThread() }
    }

    private static func terminate(_ display: EGLDisplay, of platform: Platform) {
        if case .wayland(_, isShared: false) = platform { eglTerminate(display) }
    }

    private static func openDisplay(_ platform: Platform) throws(RenderingError) -> EGLDisplay {
        let client = eglString(nil, EGL_EXTENSIONS)
        switch platform {
        case .wayland(let native, _):
            if client.contains("EGL_KHR_platform_wayland") || client.contains("EGL_EXT_platform_wayland"),
                let display = eglGetPlatformDisplay(
                    EGLenum(EGL_PLATFORM_WAYLAND_KHR), UnsafeMutableRawPointer(native), nil)
            {
                return display
            }
            guard let display = eglGetDisplay(UnsafeMutableRawPointer(native)) else {
                throw RenderingError("eglGetDisplay", detail: "the EGL library has no Wayland support")
            }
            return display
        case .surfaceless:
            guard client.contains("EGL_MESA_platform_surfaceless") else {
                throw RenderingError(
                    "eglGetPlatformDisplay", detail: "the EGL library has no EGL_MESA_platform_surfaceless")
            }
            guard let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil) else {
                throw .egl("eglGetPlatformDisplay")
            }
            return display
        }
    }

    /// Chooses a configuration with eight bits per component and alpha.
    ///
    /// An overlay's rounded corners need alpha; an opaque region marks where it is unused. EGL sorts deeper
    /// configurations first, so the exact one is searched for.
    private static func chooseConfig(_ display: EGLDisplay, _ platform: Platform) throws(RenderingError) -> EGLConfig {
        let surfaceType: EGLint =
            switch platform {
            case .wayland: EGL_WINDOW_BIT
            case .surfaceless: 0
            }
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, surfaceType, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8,
            EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
        ]
        var configs = [EGLConfig?](repeating: nil, count: 256)
        var count: EGLint = 0
        guard eglChooseConfig(display, wanted, &configs, EGLint(configs.count), &count) != EGL_FALSE else {
            throw .egl("eglChooseConfig")
        }
        let exact = configs.prefix(Int(count)).first { config in
            [EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE].allSatisfy { component in
                var bits: EGLint = 0
                return eglGetConfigAttrib(display, config, component, &bits) != EGL_FALSE && bits == 8
            }
        }
        guard let config = exact ?? nil else {
            throw RenderingError("eglChooseConfig", detail: "no OpenGL ES 3 configuration with 8-bit RGBA")
        }
        return config
    }

    /// Makes an OpenGL ES 3 context, and returns whether it reports resets.
    func makeContext() throws(RenderingError) -> (context: EGLContext, reportsResets: Bool) {
        let version: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0]
        if extensions.contains("EGL_EXT_create_context_robustness") {
            let robust =
                version + [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT, EGL_NONE]
            if let context = eglCreateContext(display, config, nil, robust) { return (context, true) }
        }
        guard let context = eglCreateContext(display, config, nil, version + [EGL_NONE]) else {
            throw .egl("eglCreateContext")
        }
        return (context, false)
    }
}
