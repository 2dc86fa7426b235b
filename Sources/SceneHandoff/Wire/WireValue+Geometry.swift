import OrielGeometry

extension Corner: WireValue {}

extension Point: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(x)
        writer.write(y)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(x: try reader.pixels(), y: try reader.pixels())
    }
}

extension Size: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(width)
        writer.write(height)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(width: try reader.pixels(), height: try reader.pixels())
    }
}

extension EdgeInsets: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(top)
        writer.write(right)
        writer.write(bottom)
        writer.write(left)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            top: try reader.pixels(), right: try reader.pixels(), bottom: try reader.pixels(),
            left: try reader.pixels())
    }
}

extension Placement: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(output)
        writer.write(corner)
        writer.write(margins)
        writer.write(size)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(
            output: try reader.optionalString(), corner: try reader.value(), margins: try reader.value(),
            size: try reader.value())
    }
}
