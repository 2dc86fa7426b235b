// The part of PipeWire's interface for nodes that is used here, declared as in <pipewire/node.h> and <pipewire/core.h>
// of 0.3 and 1.x. C only.
#pragma once
#include "pipewire_abi.h"

#define PW_TYPE_INTERFACE_Node "PipeWire:Interface:Node"
enum { PW_NODE_STATE_ERROR = -1 };
enum { PW_NODE_CHANGE_MASK_STATE = 1 << 2, PW_NODE_CHANGE_MASK_PROPS = 1 << 3, PW_NODE_CHANGE_MASK_PARAMS = 1 << 4 };

struct pw_node_info {
    uint32_t id, max_input_ports, max_output_ports;
    uint64_t change_mask;
    uint32_t n_input_ports, n_output_ports;
    int state;
    const char *error;
    struct spa_dict *props;
    struct spa_param_info *params;
    uint32_t n_params;
};

struct pw_node_events {
    uint32_t version;
    void (*info)(void *data, const struct pw_node_info *info);
    void (*param)(void *data, int seq, uint32_t id, uint32_t index, uint32_t next, const struct spa_pod *parameter);
};

struct pw_node_methods {
    uint32_t version;
    int (*add_listener)(void *object, struct spa_hook *listener, const struct pw_node_events *events, void *data);
    int (*subscribe_params)(void *object, uint32_t *ids, uint32_t count);
    int (*enum_params)(
        void *object, int seq, uint32_t id, uint32_t start, uint32_t count, const struct spa_pod *filter);
};

/// The registry's methods, with those for a global object.
struct pw_registry_binding {
    uint32_t version;
    int (*add_listener)(void *object, struct spa_hook *listener, const struct pw_registry_events *events, void *data);
    void *(*bind)(void *object, uint32_t id, const char *type, uint32_t version, size_t user_data_size);
    int (*destroy)(void *object, uint32_t id);
};
