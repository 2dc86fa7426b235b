public import OrielPlayer
public import OrielSurfaces
import OrielWindows

extension SampleBufferDisplayLayer {
    /// Makes a layer that is not displayed yet.
    /// - Throws: `StartError` if the system refuses a file descriptor, or if the application has ended.
    public convenience init(in application: Application) throws(StartError) {
        try self.init(in: application, name: application.shortName)
    }

    convenience init(in application: Application, name: String) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        let resources = application.desktop.resources
        try self.init(on: resources.loop, resources.dmabufs, name: name)
    }
}
