// Compares CPipeWire's declarations by hand with PipeWire's own, where these are installed: the test
// `declarationsMatchTheHeaders` compiles this file. Newer versions add members at the end, which isn't looked at.
//
// SPA's headers come first, so that only ours are in the namespace.
#include <spa/buffer/buffer.h>
#include <spa/pod/pod.h>
#include <spa/support/loop.h>
#include <spa/utils/dict.h>
#include <spa/utils/hook.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace ours {
#include "pipewire_nodes.h"
// PipeWire's own names for these are macros.
constexpr std::string_view node_type = PW_TYPE_INTERFACE_Node;
constexpr int core = PW_ID_CORE, state = PW_NODE_CHANGE_MASK_STATE, props = PW_NODE_CHANGE_MASK_PROPS,
              params = PW_NODE_CHANGE_MASK_PARAMS;
}
#undef PW_TYPE_INTERFACE_Node
#include <pipewire/pipewire.h>

static_assert(ours::node_type == PW_TYPE_INTERFACE_Node);
static_assert(ours::core == PW_ID_CORE);
static_assert(ours::state == PW_NODE_CHANGE_MASK_STATE && ours::props == PW_NODE_CHANGE_MASK_PROPS);
static_assert(ours::params == PW_NODE_CHANGE_MASK_PARAMS);

/// Whether two types are passed and stored alike: by size, and functions by their results and parameters.
template <class A, class B> constexpr bool alike =
    sizeof(A) == sizeof(B) && std::is_pointer_v<A> == std::is_pointer_v<B>;
template <> constexpr bool alike<void, void> = true;
template <class... A, class... B, class C, class D> constexpr bool alike<C (*)(A...), D (*)(B...)> = [] {
    if constexpr (sizeof...(A) == sizeof...(B)) return alike<C, D> && (alike<A, B> && ...);
    return false;
}();

#define SAME(type, member, their_type) \
    static_assert( \
        offsetof(ours::type, member) == offsetof(their_type, member) \
            && alike<decltype(ours::type::member), decltype(their_type::member)>, \
        #type "." #member);
#define MEMBER(type, member) SAME(type, member, type)

MEMBER(pw_loop, system)
MEMBER(pw_loop, loop)
MEMBER(pw_loop, control)
MEMBER(pw_loop, utils)

MEMBER(pw_buffer, buffer)
MEMBER(pw_buffer, user_data)
MEMBER(pw_buffer, size)
MEMBER(pw_buffer, requested)

MEMBER(pw_stream_events, version)
MEMBER(pw_stream_events, destroy)
MEMBER(pw_stream_events, state_changed)
MEMBER(pw_stream_events, control_info)
MEMBER(pw_stream_events, io_changed)
MEMBER(pw_stream_events, param_changed)
MEMBER(pw_stream_events, add_buffer)
MEMBER(pw_stream_events, remove_buffer)
MEMBER(pw_stream_events, process)
MEMBER(pw_stream_events, drained)

MEMBER(pw_core_events, version)
MEMBER(pw_core_events, info)
MEMBER(pw_core_events, done)
MEMBER(pw_core_events, ping)
MEMBER(pw_core_events, error)
MEMBER(pw_core_events, remove_id)
MEMBER(pw_core_events, bound_id)
MEMBER(pw_core_events, add_mem)
MEMBER(pw_core_events, remove_mem)

MEMBER(pw_core_methods, version)
MEMBER(pw_core_methods, add_listener)
MEMBER(pw_core_methods, hello)
MEMBER(pw_core_methods, sync)
MEMBER(pw_core_methods, pong)
MEMBER(pw_core_methods, error)
MEMBER(pw_core_methods, get_registry)

MEMBER(pw_registry_events, version)
MEMBER(pw_registry_events, global)
MEMBER(pw_registry_events, global_remove)

MEMBER(pw_registry_methods, version)
MEMBER(pw_registry_methods, add_listener)
SAME(pw_registry_binding, version, pw_registry_methods)
SAME(pw_registry_binding, add_listener, pw_registry_methods)
SAME(pw_registry_binding, bind, pw_registry_methods)
SAME(pw_registry_binding, destroy, pw_registry_methods)

MEMBER(pw_node_info, id)
MEMBER(pw_node_info, max_input_ports)
MEMBER(pw_node_info, max_output_ports)
MEMBER(pw_node_info, change_mask)
MEMBER(pw_node_info, n_input_ports)
MEMBER(pw_node_info, n_output_ports)
MEMBER(pw_node_info, state)
MEMBER(pw_node_info, error)
MEMBER(pw_node_info, props)
MEMBER(pw_node_info, params)
MEMBER(pw_node_info, n_params)

MEMBER(pw_node_events, version)
MEMBER(pw_node_events, info)
MEMBER(pw_node_events, param)

MEMBER(pw_node_methods, version)
MEMBER(pw_node_methods, add_listener)
MEMBER(pw_node_methods, subscribe_params)
MEMBER(pw_node_methods, enum_params)

#define VALUE(name) static_assert(static_cast<long>(ours::name) == static_cast<long>(::name), #name);
VALUE(PW_STREAM_STATE_ERROR)
VALUE(PW_STREAM_STATE_UNCONNECTED)
VALUE(PW_STREAM_STATE_CONNECTING)
VALUE(PW_STREAM_STATE_PAUSED)
VALUE(PW_STREAM_STATE_STREAMING)
VALUE(PW_STREAM_FLAG_AUTOCONNECT)
VALUE(PW_STREAM_FLAG_MAP_BUFFERS)
VALUE(PW_STREAM_FLAG_DRIVER)
VALUE(PW_STREAM_FLAG_DONT_RECONNECT)
VALUE(PW_STREAM_FLAG_ALLOC_BUFFERS)
VALUE(PW_NODE_STATE_ERROR)

#define FUNCTION(result, name, parameters) \
    static_assert(alike<decltype(ours::oriel_pipewire::name), decltype(&pw_##name)>, "pw_" #name);
ORIEL_PIPEWIRE_FUNCTIONS(FUNCTION)
