import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// HTTPS servers whose certificate is trusted, and servers whose isn't.
@Suite struct TrustTests {
    private func play(
        _ url: String, _ change: (inout HTTPOptions) -> Void
    ) throws -> (frames: Int, failure: MediaError?) {
        var options = MediaPipeline.Options()
        change(&options.http)
        let viewer = try Viewer(.url(url), options)
        let frames = try viewer.rest().count
        return (frames, viewer.pipeline.snapshot.phase.failure)
    }

    @Test func onlyAServerWithATrustedCertificateIsPlayed() throws {
        let clip = try IndexClip.make("trust.mkv", frames: 30, ClipCase.x264 + ["-g", "30", "-bf", "0"])
        let server = try SecureServer(clip)
        try server.waitUntilItListens()
        let refused = try play(server.url("localhost")) { _ in }
        #expect(refused.frames == 0)
        #expect(refused.failure?.description.contains("its certificate can't be verified") == true, "\(refused)")
        #expect(try play(server.url("localhost")) { $0.verifiesCertificates = false } == (30, nil))
        #expect(try play(server.url("localhost")) { $0.certificateAuthorities = server.certificate } == (30, nil))
        // The certificate is for another host name.
        let other = try play(server.url("127.0.0.1")) { $0.certificateAuthorities = server.certificate }
        #expect(other.frames == 0 && other.failure?.description.contains("can't be verified") == true, "\(other)")
        // Other failures aren't reported as certificate failures.
        let missing = try play(server.url("localhost", "none")) { $0.certificateAuthorities = server.certificate }
        #expect(missing.failure?.description.contains("certificate") == false, "\(missing)")
    }
}
