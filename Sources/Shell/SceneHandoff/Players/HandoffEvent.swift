package import OrielPictureInPicture

/// An event of a player, for `oriel watch`.
package struct HandoffEvent: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable, Codable {
        case snapshot, registered, gone, willStart, didStart, failedToStart, restore, cancelRestore, willStop, didStop
        case foreground, background, possible, suspended, stashed, paused, seeked, ended, moved, presented, swap, error
    }

    package var name: Name
    /// Host time of the event.
    package var time: Duration
    /// Transition that the event is part of; nil if none.
    package var transaction: TransactionIdentifier?
    /// Further fields, named as in `watch --json`.
    package var fields: [Field]

    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: Value

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    package enum Value: Hashable, Sendable {
        case string(String)
        case number(Double)
        case bool(Bool)
    }

    package init(
        _ name: Name, at time: Duration, transaction: TransactionIdentifier? = nil, fields: [Field] = []
    ) {
        self.name = name
        self.time = time
        self.transaction = transaction
        self.fields = fields
    }
}

extension HandoffEvent.Name: WireValue {}

extension HandoffEvent.Value: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .string(let value): writer.write(case: 0, value)
        case .number(let value): writer.write(case: 1, value)
        case .bool(let value): writer.write(case: 2, value)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .string(try reader.value())
        case 1: self = .number(try reader.value())
        case 2: self = .bool(try reader.value())
        default: throw .value
        }
    }
}

extension HandoffEvent.Field: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(name, value)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(try reader.value(), try reader.value())
    }
}

extension HandoffEvent: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(name, time, transaction)
        writer.write(list: sendableFields)
    }

    /// The leading fields that fit into a packet together with its other contents, also when the broker passes it on.
    private var sendableFields: [Field] {
        var size = 0
        let count = fields.prefix { field in
            size += field.name.utf8.count + 16
            if case .string(let text) = field.value { size += text.utf8.count }
            return size <= MessageReader.maximumBlob
        }.count
        return Array(fields.prefix(count))
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            try reader.value(), at: try reader.value(), transaction: try reader.value(),
            fields: try reader.list())
    }
}
