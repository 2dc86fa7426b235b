#define _GNU_SOURCE
#include "application.h"

#include <errno.h>
#include <gio/gio.h>

static oriel_application *application;
static GSource *source;
static gpointer descriptor;
static guint users, ending;

static gboolean prepare(GSource *unused, int *timeout)
{
    if (oriel_application_prepare(application, timeout) != ORIEL_OK) *timeout = -1;
    return *timeout == 0;
}

static gboolean is_ready(GSource *self)
{
    return g_source_query_unix_fd(self, descriptor) != 0;
}

static void stop_serving(void)
{
    if (!source) return;
    g_source_destroy(source);
    g_clear_pointer(&source, g_source_unref);
}

static gboolean dispatch(GSource *self, GSourceFunc function, gpointer data)
{
    bool goes_on = false;

    if (oriel_application_dispatch(application, &goes_on) != ORIEL_OK) g_warning("%s", oriel_last_error());
    if (!goes_on) stop_serving();
    return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* The program's application ID, or else its name: GLib's, which a program in C need not set, or the file's. */
static const char *identifier(void)
{
    GApplication *own = g_application_get_default();
    const char *names[] = {
        own ? g_application_get_application_id(own) : NULL, g_get_prgname(), program_invocation_short_name};

    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (names[i] && *names[i] && g_utf8_validate(names[i], -1, NULL)) return names[i];
    return "oriel-gtk";
}

oriel_application *oriel_gtk_application_use(void)
{
    static GSourceFuncs functions = {.prepare = prepare, .check = is_ready, .dispatch = dispatch};
    int number;

    if (!application) {
        if (oriel_application_new(identifier(), ORIEL_OUTLIVES_VIEWS, &application) != ORIEL_OK) return NULL;
        oriel_application_descriptor(application, &number);
        source = g_source_new(&functions, sizeof *source);
        g_source_set_static_name(source, "Oriel");
        descriptor = g_source_add_unix_fd(source, number, G_IO_IN);
        g_source_attach(source, NULL);
    }
    users++;
    return application;
}

static gboolean end(gpointer data)
{
    ending = 0;
    if (users > 0 || !application) return G_SOURCE_REMOVE;
    stop_serving();
    oriel_application_free(application);
    application = NULL;
    return G_SOURCE_REMOVE;
}

void oriel_gtk_application_release(void)
{
    if (users > 0 && --users == 0 && !ending) ending = g_idle_add(end, NULL);
}
