#pragma once
#include <dlfcn.h>
#include <mosquitto.h>

// The functions used from libmosquitto. It is loaded on demand, because programs that do not need it share the executable.
#define MOSQUITTO_FUNCTIONS(DO) \
    DO(connect_bind_async) DO(connect_callback_set) DO(destroy) DO(disconnect) DO(int_option) DO(lib_cleanup) DO(lib_init) \
    DO(log_callback_set) DO(loop_misc) DO(loop_read) DO(loop_write) DO(new) DO(publish) DO(publish_callback_set) DO(socket) \
    DO(strerror) DO(tls_opts_set) DO(tls_set) DO(user_data_set) DO(username_pw_set) DO(want_write) DO(will_set)

struct Mosquitto {
#define MOSQUITTO_MEMBER(name) __typeof__(mosquitto_##name) *_Nonnull name;
    MOSQUITTO_FUNCTIONS(MOSQUITTO_MEMBER)
};

// Returns NULL if the library cannot be loaded; dlerror(3) then has the reason.
static inline const struct Mosquitto *_Nullable mosquitto_load(void) {
    static struct Mosquitto functions;
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW);
    if (!library) return 0;
#define MOSQUITTO_FIND(name) if (!(functions.name = dlsym(library, "mosquitto_" #name))) return 0;
    MOSQUITTO_FUNCTIONS(MOSQUITTO_FIND)
    return &functions;
}
