import OrielGeometry
import OrielStamps
import OrielTestSupport

/// A compositor, a session in it and a sound server, of which all that is heard is recorded.
func withRecording(
    _ kind: CompositorKind, rewinds: Bool = true,
    _ body: (OrielSession, SoundServer, SoundRecording) async throws -> Void
) async throws {
    try await withCompositor(kind) { compositor in
        let server = try SoundServer(rewinds: rewinds)
        defer { server.stop() }
        let recording = try server.record()
        defer { recording.stop() }
        let session = try OrielSession(compositor, environment: ["PULSE_SERVER": server.address])
        try await body(session, server, recording)
    }
}

/// A clip with a tone without end.
func soundingClip(
    _ stream: StampColor = .green, frames: Int = 1800, sound: ClipSound = ClipSound(isSteady: true)
) throws -> String {
    try StampedClip(
        stream: stream, size: Size(width: 640, height: 360), frames: frames, keyInterval: 60, sound: sound
    ).file()
}
