// PipeWire's plugin interface (SPA) has headers only; nothing is linked. Only C code includes them: this module brings
// their place, as pkg-config tells it.
#pragma once
