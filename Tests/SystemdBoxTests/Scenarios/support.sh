# Functions shared by the scenarios. Each scenario runs in a box (see Box/box) with the project at
# $source and its programs at $programs.
set -Eeuo pipefail

readonly source=/run/box/source programs=/run/box/programs
# The systemd instance of the scenario: the player's, or the system's in a box that has one.
readonly scope=${BOX_SCOPE:---user}
readonly runtime=$([ "$scope" = --system ] && echo /run || echo "${XDG_RUNTIME_DIR:-}")
readonly socket=$runtime/diced/diced.sock

trap 'fail "\"$BASH_COMMAND\" ended with status $?"' ERR

# fail MESSAGE: ends the scenario, and prints its line and the state of systemd.
fail() {
    trap - ERR
    {
        echo "${0##*/}: line ${BASH_LINENO[-2]}: $1"
        systemctl "$scope" status --no-pager --lines=0 diced.socket diced.service || true
        journalctl "$scope" --no-pager --quiet --output=short-monotonic --lines=40 || true
    } >&2
    exit 1
}

# expect WHAT GOT WANTED
expect() {
    [ "$2" = "$3" ] || fail "$1 is \"$2\", not \"$3\""
}

# The time limit in seconds; a passing scenario never waits this long.
readonly patience=120

# eventually COMMAND...: repeats the command until it succeeds.
eventually() {
    local end=$((SECONDS + patience))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "it never came true that: $*"
        sleep 0.05
    done
}

make_project() {
    make --silent --directory="$source" BUILD="$programs" "$@" >make.log 2>&1 || fail "make $*: $(cat make.log)"
}

install_and_enable() {
    make_project install
    systemctl --user --quiet enable --now diced.socket
}

# Run as root in a box with a system manager. Gives access to ann, bo and carol, but not to dave.
install_and_share() {
    make_writable /usr/local
    make_project install
    systemd-sysusers diced.conf 2>/dev/null
    local user
    for user in ann bo carol; do usermod --append --groups dice "$user"; done
    systemctl --quiet enable --now diced.socket
}

# Keeps the service's dice in flight until they are settled: they would take at least 500 s.
slow_down() {
    mkdir --parents .config/systemd/user/diced.service.d
    printf '%s\n' '[Service]' ExecStart= "ExecStart=$HOME/.local/bin/diced --slow 1000" \
        >.config/systemd/user/diced.service.d/slow.conf
    systemctl --user daemon-reload
}

# property NAME [UNIT]
property() {
    systemctl "$scope" show --value --property="$1" "${2:-diced.service}"
}

# The daemon's answer to server.status, requested without dicectl, which would start a daemon.
server_status() {
    printf '{"jsonrpc":"2.0","id":1,"method":"server.status"}\n' | timeout $patience nc -NU "$socket"
}

is_last_word_written() { journalctl "$scope" --quiet --output=cat --identifier=box | grep --quiet 'the last word'; }

# Errors of systemd or the daemon in the journal. A box has no system bus, which is not their fault.
complaints() {
    systemd-cat --identifier=box echo 'the last word'
    eventually is_last_word_written
    journalctl "$scope" --quiet --output=cat |
        grep --ignore-case --extended-regexp 'ignoring|unknown|fail|denied|not permitted' |
        grep --invert-match 'system bus' || true
}

is_running() {
    [ "$(property SubState)" = running ]
}

# Checks that the daemon is a process other than $1. Uses a single query, because it may be ending.
is_replaced() {
    local state
    state=$(systemctl "$scope" show --property=SubState,MainPID diced.service)
    [[ $'\n'$state$'\n' == *$'\nSubState=running\n'* && $'\n'$state$'\n' != *$'\nMainPID='@(0|"$1")$'\n'* ]]
}

# Lets root write to a folder of the machine; the changes stay in the box.
make_writable() {
    local layers=/run/box/layers/${1//\//_}
    mkdir --parents "$layers"/{upper,work}
    mount -t overlay -o "lowerdir=$1,upperdir=$layers/upper,workdir=$layers/work" box "$1"
}

# is_over PID: checks that a process has ended.
is_over() { [ ! -e "/proc/$1" ]; }
