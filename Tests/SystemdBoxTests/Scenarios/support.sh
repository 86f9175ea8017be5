# What the scenarios share. Each runs in a box (see Box/box) with the project at $source and its programs at $programs.
set -Eeuo pipefail

readonly source=/run/box/source programs=/run/box/programs
# Whose systemd the scenario is about: the player's, or in a box with a system manager that one.
readonly scope=${BOX_SCOPE:---user}
readonly runtime=$([ "$scope" = --system ] && echo /run || echo "${XDG_RUNTIME_DIR:-}")
readonly socket=$runtime/diced/diced.sock

trap 'fail "\"$BASH_COMMAND\" ended with status $?"' ERR

# fail MESSAGE: ends the scenario, with its line and what systemd knows.
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

# No scenario waits so many seconds when it passes.
readonly patience=120

# eventually COMMAND...: until the command succeeds.
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

# As root, for the users ann, bo and carol, in a box with a system manager; dave stays outside.
install_and_share() {
    make_writable /usr/local
    make_project install
    systemd-sysusers diced.conf 2>/dev/null
    local user
    for user in ann bo carol; do usermod --append --groups dice "$user"; done
    systemctl --quiet enable --now diced.socket
}

# Has the service's dice stay in flight until somebody settles them: they would take 500 s at least.
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

# The daemon's answer to server.status, asked without dicectl, which would start a daemon by itself.
server_status() {
    printf '{"jsonrpc":"2.0","id":1,"method":"server.status"}\n' | timeout $patience nc -NU "$socket"
}

is_last_word_written() { journalctl "$scope" --quiet --output=cat --identifier=box | grep --quiet 'the last word'; }

# What systemd or the daemon could not do, by the journal; a box has no system bus, and that is no fault of theirs.
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

# Whether the daemon is another process than $1; asked in one breath, as it may just be ending.
is_replaced() {
    local state
    state=$(systemctl "$scope" show --property=SubState,MainPID diced.service)
    [[ $'\n'$state$'\n' == *$'\nSubState=running\n'* && $'\n'$state$'\n' != *$'\nMainPID='@(0|"$1")$'\n'* ]]
}

# Lets root write to a folder of the machine: what is written stays in the box.
make_writable() {
    local layers=/run/box/layers/${1//\//_}
    mkdir --parents "$layers"/{upper,work}
    mount -t overlay -o "lowerdir=$1,upperdir=$layers/upper,workdir=$layers/work" box "$1"
}

# is_over PID: whether a process has ended.
is_over() { [ ! -e "/proc/$1" ]; }
