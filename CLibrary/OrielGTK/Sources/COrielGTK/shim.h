#include <oriel-gtk.h>
