#pragma once
#include <sqlite3.h>

// C features that Swift cannot import: a macro with a cast, computed codes, a variadic function, and a callback.

static const sqlite3_destructor_type csqlite_transient = SQLITE_TRANSIENT;
static const int csqlite_readonly_rollback = SQLITE_READONLY_ROLLBACK;

// A name in double quotes that is not a column is an error, not a string. Foreign keys are not enforced, regardless of SQLite's
// build options: a deleted table's rows are removed in steps, and a cascade would remove them all at once.
static inline void csqlite_be_strict(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
}

// Locks the database exclusively; closing it keeps the write-ahead log. Neither statement reads the file.
static inline void csqlite_be_alone(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    sqlite3_exec(database, "PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = 1", 0, 0, 0);
}

static int csqlite_count_down(void *left) { return --*(long *)left < 0; }

// Interrupts the running statement after this many million steps of SQLite's virtual machine; NULL removes the limit.
static inline void csqlite_limit_steps(sqlite3 *database, long *left) {
    sqlite3_progress_handler(database, left ? 1000000 : 0, csqlite_count_down, left);
}
