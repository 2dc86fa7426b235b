import OrielPictureInPicture

extension PlayerIdentifier: WireValue {}
extension StopReason: WireValue {}
extension PictureInPictureError: WireValue {}
extension SwapStyle: WireValue {}
extension SlotStatus.Transition: WireValue {}

extension TransactionIdentifier: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(generation, number)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(generation: try reader.value(), number: try reader.value())
    }
}

extension WindowMode: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .fullScreen(let output): writer.write(case: 0, output)
        case .window(let size): writer.write(case: 1, size)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .fullScreen(output: try reader.value())
        case 1: self = .window(try reader.value())
        default: throw .value
        }
    }
}

extension SlotStatus: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(isFree, isDisplaceable, canStop, transition)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            isFree: try reader.value(), isDisplaceable: try reader.value(), canStop: try reader.value(),
            transition: try reader.value())
    }
}

extension BrokerEvent: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .granted(let generation, let placement): writer.write(case: 0, generation, placement)
        case .denied(let generation, let error): writer.write(case: 1, generation, error)
        case .command(let command, let transaction): writer.write(case: 2, command, transaction)
        case .status(let status): writer.write(case: 3, status)
        case .suspend: writer.write(case: 4)
        case .resume: writer.write(case: 5)
        case .lost: writer.write(case: 6)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .granted(generation: try reader.value(), placement: try reader.value())
        case 1: self = .denied(generation: try reader.value(), try reader.value())
        case 2: self = .command(try reader.value(), try reader.value())
        case 3: self = .status(try reader.value())
        case 4: self = .suspend
        case 5: self = .resume
        case 6: self = .lost
        default: throw .value
        }
    }
}
