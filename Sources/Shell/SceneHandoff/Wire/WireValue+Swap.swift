import OrielPictureInPicture

extension SwapCommand: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .prepare(let preparation):
            writer.write(case: 0, preparation.request, preparation.style, preparation.slot, preparation.peer)
        case .restore(let restoration):
            writer.write(case: 1, restoration.style, restoration.mode, restoration.activationToken, restoration.peer)
        case .bind: writer.write(case: 2)
        case .stop: writer.write(case: 3)
        case .show: writer.write(case: 4)
        case .settle: writer.write(case: 5)
        case .finish: writer.write(case: 6)
        case .abort(let error): writer.write(case: 7, error)
        case .continueAlone: writer.write(case: 8)
        case .leave(let reason): writer.write(case: 9, reason)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0:
            self = .prepare(
                Preparation(
                    request: try reader.value(), style: try reader.value(), slot: try reader.value(),
                    peer: try reader.value()))
        case 1:
            self = .restore(
                Restoration(
                    style: try reader.value(), mode: try reader.value(),
                    activationToken: try reader.value(), peer: try reader.value()))
        case 2: self = .bind
        case 3: self = .stop
        case 4: self = .show
        case 5: self = .settle
        case 6: self = .finish
        case 7: self = .abort(try reader.value())
        case 8: self = .continueAlone
        case 9: self = .leave(try reader.value())
        default: throw .value
        }
    }
}

extension SwapAnswer: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .prepared: writer.write(case: 0)
        case .restored(let answer): writer.write(case: 1, answer)
        case .bound: writer.write(case: 2)
        case .stopping: writer.write(case: 3)
        case .presented: writer.write(case: 4)
        case .settled: writer.write(case: 5)
        case .finished: writer.write(case: 6)
        case .surfaceLost: writer.write(case: 7)
        case .failed(let error): writer.write(case: 8, error)
        case .ended(let reason): writer.write(case: 9, reason)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .prepared
        case 1: self = .restored(try reader.value())
        case 2: self = .bound
        case 3: self = .stopping
        case 4: self = .presented
        case 5: self = .settled
        case 6: self = .finished
        case 7: self = .surfaceLost
        case 8: self = .failed(try reader.value())
        case 9: self = .ended(try reader.value())
        default: throw .value
        }
    }
}

extension BrokerRequest: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .start(let start): writer.write(case: 0, start.generation, start.isAutomatic, start.mode, start.isCall)
        case .cancel(let generation): writer.write(case: 1, generation)
        case .started: writer.write(case: 2)
        case .failed(let error): writer.write(case: 3, error)
        case .restoring: writer.write(case: 4)
        case .stayed: writer.write(case: 5)
        case .ended(let reason): writer.write(case: 6, reason)
        case .stopOther: writer.write(case: 7)
        case .answer(let answer, let transaction): writer.write(case: 8, answer, transaction)
        case .leave: writer.write(case: 9)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0:
            self = .start(
                StartRequest(
                    generation: try reader.value(), isAutomatic: try reader.value(), mode: try reader.value(),
                    isCall: try reader.value()))
        case 1: self = .cancel(generation: try reader.value())
        case 2: self = .started
        case 3: self = .failed(try reader.value())
        case 4: self = .restoring
        case 5: self = .stayed
        case 6: self = .ended(try reader.value())
        case 7: self = .stopOther
        case 8: self = .answer(try reader.value(), try reader.value())
        case 9: self = .leave
        default: throw .value
        }
    }
}
