#include <gdk/wayland/gdkwayland.h>
#include <gtk/gtk.h>
#include <wayland-client.h>

/* Swift sees neither GObject's casts nor the macro for signals. */
static inline void connect_signal(gpointer object, const char *signal, GCallback handler, gpointer data)
{
    g_signal_connect(object, signal, handler, data);
}

static inline GtkWidget *new_window(const char *title, int width, int height, GtkWidget *child)
{
    GtkWidget *window = gtk_window_new();

    gtk_window_set_title(GTK_WINDOW(window), title);
    gtk_window_set_default_size(GTK_WINDOW(window), width, height);
    gtk_window_set_child(GTK_WINDOW(window), child);
    return window;
}

static inline void append(GtkWidget *box, GtkWidget *child) { gtk_box_append(GTK_BOX(box), child); }

static inline void present(GtkWidget *window) { gtk_window_present(GTK_WINDOW(window)); }

static inline struct wl_display *wayland_display(GtkWidget *widget)
{
    return gdk_wayland_display_get_wl_display(gtk_widget_get_display(widget));
}

/* The surface of the window that the widget is in; NULL while it isn't mapped. */
static inline struct wl_surface *wayland_surface(GtkWidget *widget)
{
    return gdk_wayland_surface_get_wl_surface(gtk_native_get_surface(gtk_widget_get_native(widget)));
}

/* The widget's rectangle in that surface, whose origin is the shadow's, not the window's. */
static inline void bounds_in_surface(GtkWidget *widget, int *x, int *y)
{
    GtkNative *native = gtk_widget_get_native(widget);
    graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, 0, 0);
    double left, top;

    gtk_native_get_surface_transform(native, &left, &top);
    if (!gtk_widget_compute_bounds(widget, GTK_WIDGET(native), &bounds)) bounds = (graphene_rect_t)GRAPHENE_RECT_INIT(0, 0, 0, 0);
    *x = (int)(bounds.origin.x + left);
    *y = (int)(bounds.origin.y + top);
}
