import Glibc

/// The folder of a newer Debian release that `scripts/parts/distributions` has made. Its programs run with this
/// machine's devices, processes and sockets; only root can enter it.
enum ReleaseFolder {
    /// `forky` in `ORIEL_DISTRIBUTIONS`, as in the script.
    static var path: String {
        let variables = Executable.environment
        let folder = variables["ORIEL_DISTRIBUTIONS"] ?? "\(variables["TMPDIR"] ?? "/var/tmp")/oriel-distributions"
        return "\(folder)/forky"
    }

    /// Whether this process can run these programs there.
    static func has(_ programs: [String]) -> Bool {
        getuid() == 0 && programs.allSatisfy { access("\(path)/usr/bin/\($0)", X_OK) == 0 }
    }

    /// Returns the command that runs another one in the folder, in name spaces for mounts and processes that end with
    /// it.
    /// - Parameter shared: a folder of this machine that has the same path there.
    static func entering(_ command: [String], shared: String, user: ChildProcess.User?) -> [String] {
        let change = user.map { "setpriv --reuid=\($0.uid) --regid=\($0.gid) --clear-groups --" } ?? ""
        // The shell stays the first process: a parent's death is no longer signalled after a change of the user.
        let script = """
            root=$1 shared=$2
            shift 2
            mount --rbind /dev "$root/dev"
            mount -t proc proc "$root/proc"
            mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
            mkdir -p "$root$shared"
            mount --bind "$shared" "$root$shared"
            unset LD_LIBRARY_PATH
            chroot "$root" \(change) "$@" || exit $?
            exit 0
            """
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script, "sh", path, shared]
            + command
    }
}
