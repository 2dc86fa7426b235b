import OrielGeometry

extension Corner: WireValue {}

extension Point: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(x, y)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(x: try reader.value(), y: try reader.value())
    }
}

extension Size: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(width, height)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(width: try reader.value(), height: try reader.value())
    }
}

extension Rect: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(x, y, width, height)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(x: try reader.value(), y: try reader.value(), width: try reader.value(), height: try reader.value())
    }
}

extension EdgeInsets: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(top, right, bottom, left)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            top: try reader.value(), right: try reader.value(), bottom: try reader.value(),
            left: try reader.value())
    }
}

extension Placement: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(output, corner, margins, size)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            output: try reader.value(), corner: try reader.value(), margins: try reader.value(),
            size: try reader.value())
    }
}
