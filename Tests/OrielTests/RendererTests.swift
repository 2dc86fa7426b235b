import Oriel
import Testing

/// The renderer is selected before any driver is loaded.
@Suite struct RendererTests {
    private typealias Machine = GraphicsMachine

    @Test func theProcessorDrawsWhereADriverWouldLetItDrawToo() {
        #expect(Renderer.auto.choice(on: Machine(hasDevice: false, isSoftwareForced: false)).renderer == .shm)
        #expect(Renderer.auto.choice(on: Machine(hasDevice: true, isSoftwareForced: true)).renderer == .shm)
        #expect(Renderer.auto.choice(on: Machine(hasDevice: true, isSoftwareForced: false)).renderer == .gles)
    }

    @Test func whatIsAskedForOverrulesTheMachine() {
        for hasDevice in [false, true] {
            let machine = Machine(hasDevice: hasDevice, isSoftwareForced: !hasDevice)
            #expect(Renderer.gles.choice(on: machine).renderer == .gles)
            #expect(Renderer.shm.choice(on: machine).renderer == .shm)
        }
    }
}
