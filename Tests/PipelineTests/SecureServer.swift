import Glibc
import OrielTestSupport
import Testing

/// Serves the files of a folder by HTTPS, with a self-signed certificate.
final class SecureServer {
    let folder: TemporaryFolder
    private let server: ChildProcess
    private let port: Int

    /// The path of the self-signed certificate.
    var certificate: String { folder.path + "/certificate.pem" }

    /// - Parameter file: The file that is served as `clip`.
    init(_ file: String) throws {
        folder = try TemporaryFolder()
        let names = "subjectAltName=DNS:localhost"
        let key = try ChildProcess(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
                + ["-subj", "/CN=localhost", "-addext", names, "-keyout", "key.pem", "-out", "certificate.pem"],
            folder: folder.path)
        try #require(key.wait(.seconds(30)) == .code(0), "\(key.standardError)")
        try #require(symlink(file, folder.path + "/clip") == 0)
        port = try LoopbackListener.freePort()
        server = try ChildProcess("python3", ["-c", Self.program, "\(port)"], folder: folder.path)
    }

    private static let program = """
        import http.server, ssl, sys
        server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate.pem", "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.serve_forever()
        """

    deinit { server.stop(grace: .zero) }

    func url(_ host: String, _ file: String = "clip") -> String { "https://\(host):\(port)/\(file)" }

    /// Waits until the server accepts connections.
    func waitUntilItListens() throws { try #require(wait(.seconds(20)) { LoopbackListener.answers(at: port) }) }
}
