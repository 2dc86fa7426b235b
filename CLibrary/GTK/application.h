/* The process' oriel_application, served from GLib's default main context. */
#ifndef ORIEL_GTK_APPLICATION_H
#define ORIEL_GTK_APPLICATION_H

#include <oriel.h>

/* Returns the application and keeps it until oriel_gtk_application_release, or NULL where there can be none:
 * oriel_last_error says why. */
oriel_application *oriel_gtk_application_use(void);

/* Gives it back. The last one ends the application, in an idle moment. */
void oriel_gtk_application_release(void);

#endif
