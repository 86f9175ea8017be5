// bare-sqlite DATABASE WIDTH rolls|turns SECONDS
//
// Writes the same rows as diced for a roll, or for a roll and the end of its turn, into a store
// whose daemon has ended. Uses the same statements with values of the same length, for WIDTH of its
// tables in one transaction, with the durability of a commit of diced. Does nothing else: no
// socket, no faces, no proofs, no parsing of JSON. Prints the rate per second to standard error.

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { dice = 5, most_rolls = 1000, most_tables = 50 };
#define DIGEST "f0cb2e1654c89d3e5e0cb6b3185d976c07c00ed6873d0eb886af07fb7734d4f2"

static sqlite3 *database;
static char names[most_tables][32];
static int turn[most_tables], rolls[most_tables];
// Five dice in the formats of diced: in the table's row, in the entry of the turn, and in a roll.
#define ROW "{\"locked\":false,\"sides\":6,\"value\":1}"
#define ENTRY "{\"die\":1,\"sides\":6,\"locked\":false,\"value\":1}"
static char dice_row[] = "[" ROW "," ROW "," ROW "," ROW "," ROW "]";
static char dice_entry[] = "[" ENTRY "," ENTRY "," ENTRY "," ENTRY "," ENTRY "]";
static char values[] = "[1,1,1,1,1]";
static long long instant = 1795624195882;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(database, sql, 0, 0, 0)); }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0));
    return statement;
}

// Binds the arguments by the letters of `kinds`: s for a string, i for an int, l for a long long.
#define BIND(statement, kinds, ...) bind_all(statement, kinds, __VA_ARGS__)
static void bind_all(sqlite3_stmt *statement, const char *kinds, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, kinds);
    for (int at = 1; kinds[at - 1]; at++) switch (kinds[at - 1]) {
        case 's': check(sqlite3_bind_text(statement, at, __builtin_va_arg(values, const char *), -1, SQLITE_TRANSIENT)); break;
        case 'l': check(sqlite3_bind_int64(statement, at, __builtin_va_arg(values, long long))); break;
        default: check(sqlite3_bind_int64(statement, at, __builtin_va_arg(values, int)));
    }
    __builtin_va_end(values);
}

static void run(sqlite3_stmt *statement) {
    while (sqlite3_step(statement) == SQLITE_ROW) {}
    check(sqlite3_reset(statement));
}

static sqlite3_stmt *begin, *commit, *update, *add_roll, *open_rolls, *last_link, *set_link, *add_entry, *delete_rolls,
    *faces, *set_faces, *set_seed;

static void prepare(void) {
    begin = prepared("BEGIN IMMEDIATE");
    commit = prepared("COMMIT");
    update = prepared(
        "UPDATE tables SET turn = ?, rollCount = ?, dice = ?, players = ?, up = ?, rollsPerTurn = ?, match = ?, pace = ? "
        "WHERE name = ?");
    add_roll = prepared(
        "INSERT OR REPLACE INTO openRoll (\"table\", roll, by, at, outcome, rolled, \"values\", entropy, reveals, reason, "
        "absent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    open_rolls = prepared("SELECT * FROM openRoll WHERE \"table\" = ? ORDER BY roll");
    last_link = prepared("SELECT chain FROM tables WHERE name = ?");
    set_link = prepared("UPDATE tables SET chain = ? WHERE name = ?");
    add_entry = prepared(
        "INSERT INTO history (\"table\", turn, endedAt, by, rolls, dice, total, \"full\", commitment, seed, seeded, chain, "
        "edition, score) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    delete_rolls = prepared("DELETE FROM openRoll WHERE \"table\" = ?");
    faces = prepared("SELECT * FROM faces WHERE \"table\" = ? AND sides = ? AND by = ?");
    set_faces = prepared("INSERT OR REPLACE INTO faces (\"table\", sides, by, counts) VALUES (?, ?, ?, ?)");
    set_seed = prepared("UPDATE tables SET commitment = ?, seed = ?, seeded = ? WHERE name = ?");
}

static void throw_dice(void) {
    for (int die = 0; die < dice; die++) {
        // The value precedes the bracket and the comma at the end of each.
        char *row = dice_row + (die + 1) * sizeof ROW - 2, *entry = dice_entry + (die + 1) * sizeof ENTRY - 2;
        *row = *entry = values[1 + 2 * die] = '1' + rand() % 6;
    }
}

static void store_table(int table) {
    BIND(update, "iisssisss", turn[table], rolls[table], dice_row, "[]", "", 0, "", "1.0", names[table]);
    run(update);
}

static void roll(int table) {
    throw_dice();
    rolls[table]++;
    store_table(table);
    BIND(add_roll, "sislsssssss", names[table], rolls[table], "root", instant++, "completed", "[1,2,3,4,5]", values, "",
        "[]", "", "[]");
    run(add_roll);
}

static void end_turn(int table) {
    static char record[most_rolls * 256];
    char *end = record;
    BIND(open_rolls, "s", names[table]);
    while (sqlite3_step(open_rolls) == SQLITE_ROW)
        end += sprintf(end,
            "%c{\"roll\":%d,\"by\":\"%s\",\"at\":\"2026-11-25T16:29:55.829Z\",\"outcome\":\"%s\",\"rolled\":%s,"
            "\"values\":%s,\"entropy\":\"%s\",\"reveals\":%s}", end > record ? ',' : '[',
            sqlite3_column_int(open_rolls, 1), sqlite3_column_text(open_rolls, 2), sqlite3_column_text(open_rolls, 4),
            sqlite3_column_text(open_rolls, 5), sqlite3_column_text(open_rolls, 6), sqlite3_column_text(open_rolls, 7),
            sqlite3_column_text(open_rolls, 8));
    strcpy(end, "]");
    check(sqlite3_reset(open_rolls));
    BIND(last_link, "s", names[table]);
    run(last_link);
    BIND(set_link, "ss", DIGEST, names[table]);
    run(set_link);
    BIND(add_entry, "silsssiissisis", names[table], turn[table], instant++, "root", record, dice_entry, 17, 0, DIGEST,
        DIGEST, 0, DIGEST, 3, "");
    run(add_entry);
    BIND(delete_rolls, "s", names[table]);
    run(delete_rolls);
    BIND(faces, "sis", names[table], 6, "root");
    run(faces);
    BIND(set_faces, "siss", names[table], 6, "root", "[1000,1000,1000,1000,1000,1000]");
    run(set_faces);
    turn[table]++;
    rolls[table] = 0;
    store_table(table);
    BIND(set_seed, "ssis", DIGEST, DIGEST, 0, names[table]);
    run(set_seed);
}

// Runs `body` for each table in one transaction, which survives a power loss if it is `durable`.
static void write_all(void (*body)(int), int width, int durable) {
    static int was_durable = -1;
    if (durable != was_durable) execute(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    was_durable = durable;
    run(begin);
    for (int table = 0; table < width; table++) body(table);
    run(commit);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(int count, char **words) {
    if (count != 5 || atoi(words[2]) < 1 || atoi(words[2]) > most_tables) return 64;
    int width = atoi(words[2]), has_turns = !strcmp(words[3], "turns");
    double seconds = atof(words[4]);
    check(sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, 0));
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
    execute("PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 8388608");
    sqlite3_stmt *stored = prepared("SELECT name, turn, rollCount FROM tables WHERE name LIKE 'bench-%' ORDER BY name LIMIT 50");
    int tables = 0;
    for (; sqlite3_step(stored) == SQLITE_ROW; tables++) {
        snprintf(names[tables], sizeof names[0], "%s", sqlite3_column_text(stored, 0));
        turn[tables] = sqlite3_column_int(stored, 1);
        rolls[tables] = sqlite3_column_int(stored, 2);
    }
    check(sqlite3_finalize(stored));
    if (tables < width) return fprintf(stderr, "the store has %d tables\n", tables), 66;
    prepare();
    double start = now(), end = start;
    long done = 0;
    while (end < start + seconds) {
        write_all(roll, width, 0);
        if (has_turns || rolls[0] == most_rolls) write_all(end_turn, width, 1);
        done += width;
        end = now();
    }
    fprintf(stderr, "%.0f\n", done / (end - start));
}
