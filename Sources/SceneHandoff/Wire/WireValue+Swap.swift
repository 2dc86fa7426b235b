import OrielPictureInPicture

extension SwapCommand: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .prepare(let preparation):
            writer.write(UInt8(0))
            writer.write(preparation.request != nil)
            if let request = preparation.request { writer.write(request) }
            writer.write(preparation.style)
            writer.write(preparation.slot)
            writer.write(preparation.peer)
        case .restore(let restoration):
            writer.write(UInt8(1))
            writer.write(restoration.style)
            writer.write(restoration.mode)
            writer.write(restoration.activationToken)
            writer.write(restoration.peer)
        case .bind: writer.write(UInt8(2))
        case .stop: writer.write(UInt8(3))
        case .show: writer.write(UInt8(4))
        case .settle: writer.write(UInt8(5))
        case .finish: writer.write(UInt8(6))
        case .abort(let error):
            writer.write(UInt8(7))
            writer.write(error)
        case .continueAlone: writer.write(UInt8(8))
        case .leave(let reason):
            writer.write(UInt8(9))
            writer.write(reason)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0:
            let request = try reader.bool() ? try reader.integer(UInt32.self) : nil
            self = .prepare(
                Preparation(
                    request: request, style: try reader.value(), slot: try reader.optional(),
                    peer: try reader.optional()))
        case 1:
            self = .restore(
                Restoration(
                    style: try reader.value(), mode: try reader.value(),
                    activationToken: try reader.optionalString(), peer: try reader.optional()))
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
        case .prepared: writer.write(UInt8(0))
        case .restored(let answer):
            writer.write(UInt8(1))
            writer.write(answer)
        case .bound: writer.write(UInt8(2))
        case .stopping: writer.write(UInt8(3))
        case .presented: writer.write(UInt8(4))
        case .settled: writer.write(UInt8(5))
        case .finished: writer.write(UInt8(6))
        case .surfaceLost: writer.write(UInt8(7))
        case .failed(let error):
            writer.write(UInt8(8))
            writer.write(error)
        case .ended(let reason):
            writer.write(UInt8(9))
            writer.write(reason)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = .prepared
        case 1: self = .restored(try reader.bool())
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
        case .start(let start):
            writer.write(UInt8(0))
            writer.write(start.generation)
            writer.write(start.isAutomatic)
            writer.write(start.mode)
            writer.write(start.isCall)
        case .cancel(let generation):
            writer.write(UInt8(1))
            writer.write(generation)
        case .started: writer.write(UInt8(2))
        case .failed(let error):
            writer.write(UInt8(3))
            writer.write(error)
        case .restoring: writer.write(UInt8(4))
        case .stayed: writer.write(UInt8(5))
        case .ended(let reason):
            writer.write(UInt8(6))
            writer.write(reason)
        case .stopOther: writer.write(UInt8(7))
        case .answer(let answer, let transaction):
            writer.write(UInt8(8))
            writer.write(answer)
            writer.write(transaction)
        case .leave: writer.write(UInt8(9))
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0:
            self = .start(
                StartRequest(
                    generation: try reader.integer(), isAutomatic: try reader.bool(), mode: try reader.value(),
                    isCall: try reader.bool()))
        case 1: self = .cancel(generation: try reader.integer())
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
