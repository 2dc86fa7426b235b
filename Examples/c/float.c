/* Lets a film float: cc float.c $(pkg-config --cflags --libs oriel) */
#include <oriel.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    oriel_application *application;
    oriel_player *player;
    oriel_view *view;
    oriel_controller *controller;

    if (count != 2) {
        fprintf(stderr, "usage: float FILM\n");
        return 2;
    }
    if (oriel_application_new("org.example.Float", ORIEL_HANDLES_SIGNALS, &application) ||
        oriel_player_new(arguments[1], 0, &player) ||
        oriel_view_new(application, player, NULL, &view) ||
        oriel_controller_new(view, NULL, NULL, &controller) ||
        oriel_controller_start_when_possible(controller, 10000000000) ||
        oriel_application_run(application)) {
        fprintf(stderr, "float: %s\n", oriel_last_error());
        return 1;
    }
    oriel_application_free(application);
    oriel_player_free(player);
    printf("float: end\n");
    return 0;
}
