import OrielPictureInPicture

extension StopReason: WireValue {}
extension PictureInPictureError: WireValue {}
extension SwapStyle: WireValue {}
extension SlotStatus.Transition: WireValue {}

extension PlayerIdentifier: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(rawValue: try reader.string()) }
}

extension TransactionIdentifier: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(generation)
        writer.write(number)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(generation: try reader.integer(), number: try reader.integer())
    }
}

extension WindowMode: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .fullScreen(let output):
            writer.write(UInt8(0))
            writer.write(output)
        case .window(let size):
            writer.write(UInt8(1))
            writer.write(size)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = .fullScreen(output: try reader.optionalString())
        case 1: self = .window(try reader.optional())
        default: throw .value
        }
    }
}

extension SlotStatus: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(isFree)
        writer.write(isDisplaceable)
        writer.write(canStop)
        writer.write(transition)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            isFree: try reader.bool(), isDisplaceable: try reader.bool(), canStop: try reader.bool(),
            transition: try reader.value())
    }
}

extension BrokerEvent: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .granted(let generation, let placement):
            writer.write(UInt8(0))
            writer.write(generation)
            writer.write(placement)
        case .denied(let generation, let error):
            writer.write(UInt8(1))
            writer.write(generation)
            writer.write(error)
        case .command(let command, let transaction):
            writer.write(UInt8(2))
            writer.write(command)
            writer.write(transaction)
        case .status(let status):
            writer.write(UInt8(3))
            writer.write(status)
        case .suspend: writer.write(UInt8(4))
        case .resume: writer.write(UInt8(5))
        case .lost: writer.write(UInt8(6))
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.integer(UInt8.self) {
        case 0: self = .granted(generation: try reader.integer(), placement: try reader.optional())
        case 1: self = .denied(generation: try reader.integer(), try reader.value())
        case 2: self = .command(try reader.value(), try reader.value())
        case 3: self = .status(try reader.value())
        case 4: self = .suspend
        case 5: self = .resume
        case 6: self = .lost
        default: throw .value
        }
    }
}
