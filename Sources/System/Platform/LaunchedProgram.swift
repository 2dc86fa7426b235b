import CLinux
import Glibc
import SystemPackage

/// A program that was started without a shell and may outlive this one.
package struct LaunchedProgram: ~Copyable {
    /// The process, which the caller reaps.
    package let process: Int32
    /// Reading end of a pipe that has both of its outputs.
    package let output: Descriptor

    /// Starts a program in its own process group.
    /// - Parameter words: name of the program, looked up in `PATH`, and its arguments.
    /// - Throws: `Failure.notStarted`.
    package init(_ words: [String]) throws(ProgramOutput.Failure) {
        var ends: [CInt] = [-1, -1]
        guard oriel_pipe(&ends) == 0 else { throw .notStarted(Errno(rawValue: errno)) }
        defer { close(ends[1]) }
        switch ProgramOutput.spawn(words, ends[1], ends[1]) {
        case .success(let child):
            process = child
            output = Descriptor(owning: ends[0])
        case .failure(let failure):
            close(ends[0])
            throw failure
        }
    }
}
