import OrielSessionBus
import SystemPackage
import Testing

/// The steps to a camera's permission, without a bus.
struct CameraNegotiationTests {
    /// The outputs of the last of these inputs.
    private static func after(_ inputs: [CameraNegotiation.Input]) -> [CameraNegotiation.Output] {
        var negotiation = CameraNegotiation()
        var outputs: [CameraNegotiation.Output] = []
        for input in inputs { outputs = negotiation.handle(input) }
        return outputs
    }

    @Test func eachAnswerLeadsToTheNextStep() {
        #expect(Self.after([.start]) == [.ask])
        #expect(Self.after([.start, .version(1)]) == [.request])
        #expect(Self.after([.start, .version(1), .answered(0)]) == [.grant])
    }

    @Test(arguments: [
        ([CameraNegotiation.Input.failed(.invalidArgument)], CameraRefusal.absent(.invalidArgument)),
        ([.version(0)], .absent(.notSupported)), ([.gone], .absent(.noSuchFileOrDirectory)),
        ([.timedOut], .timedOut), ([.failed(.timedOut)], .timedOut), ([.version(1), .answered(1)], .denied),
        ([.version(1), .answered(2)], .failed(.permissionDenied)), ([.version(1), .timedOut], .timedOut),
        ([.version(1), .failed(.ioError)], .failed(.ioError)), ([.version(1), .gone], .failed(.connectionReset)),
    ])
    func aRefusalIsTheEnd(inputs: [CameraNegotiation.Input], refusal: CameraRefusal) {
        #expect(Self.after([.start] + inputs) == [.end(refusal)])
        for late in [CameraNegotiation.Input.version(1), .answered(0), .timedOut, .gone, .stop, .start] {
            #expect(Self.after([.start] + inputs + [late]) == [])
        }
    }

    @Test func secondAnswersAndTheEndOfThePortalAreIgnored() {
        let granted: [CameraNegotiation.Input] = [.start, .version(1), .answered(0)]
        for late in [CameraNegotiation.Input.answered(0), .answered(1), .gone, .failed(.ioError), .version(1)] {
            #expect(Self.after(granted + [late]) == [])
        }
        #expect(Self.after([.start, .answered(0)]) == [] && Self.after([.stop]) == [])
    }
}
