public import OrielPlayer
public import OrielSurfaces
import OrielWindows

extension SampleBufferDisplayLayer {
    /// One that nothing shows yet.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(in application: Application) throws(StartError) {
        try self.init(in: application, name: application.shortName)
    }

    convenience init(in application: Application, name: String) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        try self.init(on: application.desktop.stage, name: name)
    }
}
