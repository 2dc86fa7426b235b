import CSessionBus

/// The functions of sd-bus. Only while there is a connection or a message.
var sd: UnsafePointer<oriel_bus_functions> { oriel_bus_table() }
