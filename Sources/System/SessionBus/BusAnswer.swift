/// The answer to a call of an object of this program.
enum BusAnswer: Hashable, Sendable {
    case values([BusArgument])
    case failure(Failure)

    /// Error of D-Bus, without its prefix.
    enum Failure: String, Sendable {
        case invalidArguments = "InvalidArgs"
        case unknownMethod = "UnknownMethod"
        case unknownInterface = "UnknownInterface"
        case unknownProperty = "UnknownProperty"
        case readOnly = "PropertyReadOnly"
    }
}
