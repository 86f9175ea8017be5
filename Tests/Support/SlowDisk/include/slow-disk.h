// Empty, because the library is preloaded and its functions are never called by name.
