# shellcheck shell=bash
# What ./lowpass and ./test share: packages, locks, one build. Sourced, with `root` (the checkout)
# and `tool` (the name that starts each message) set. Everything is said on stderr; stdout and stdin
# are left to the caller.
: "${root:?}" "${tool:?}"

if [[ -t 2 && ${TERM:-dumb} != dumb ]]; then
  terminal_width=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2) || terminal_width=80
  [[ ${terminal_width:-0} -gt 0 ]] || terminal_width=80
else
  terminal_width=0 # no terminal: plain lines
fi
last_progress=-1000

say() {
  clear_progress
  printf '%s: %s\n' "$tool" "$*" >&2
}

fail() {
  say "$@"
  exit 1
}

# One line that is rewritten on a terminal; elsewhere a plain line every few seconds.
progress() {
  local text="$tool: $*"
  if ((terminal_width > 0)); then
    printf '\r\033[K%s' "${text:0:terminal_width-1}" >&2
  elif ((SECONDS - last_progress >= 5)); then
    last_progress=$SECONDS
    printf '%s\n' "$text" >&2
  fi
}

# A new kind of work: its line is never left out.
stage() {
  last_progress=-1000
  progress "$@"
}

clear_progress() {
  ((terminal_width == 0)) || printf '\r\033[K' >&2
}

# require_writable: a checkout in which nothing can be built is told in one line.
require_writable() {
  mkdir -p "$root/build" 2>/dev/null && [[ -w $root/build ]] ||
    fail "$root/build: cannot be written; a read-only checkout has to be copied to be built"
}

# take_lock NAME: one process at a time passes, until release_lock or its end.
take_lock() {
  mkdir -p "$root/build"
  exec {lock_fd}>"$root/build/.lock-$1"
  if ! flock --nonblock "$lock_fd"; then
    stage "waiting for another $tool that is busy with $1"
    flock "$lock_fd"
  fi
}

release_lock() {
  exec {lock_fd}>&-
}

# package_names GROUP...: the names in these groups of the file `packages`.
package_names() {
  local line group=
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%%#*}
    line=${line//[[:space:]]/}
    case $line in
      '') ;;
      '['*']') group=${line:1:-1} ;;
      *) [[ " $* " != *" $group "* ]] || printf '%s\n' "$line" ;;
    esac
  done <"$root/packages"
}

# missing_packages NAME...: those that are not installed.
missing_packages() {
  local name installed
  installed=" $(dpkg-query --show --showformat='${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true) "
  for name in "$@"; do
    [[ $installed == *" installed:$name "* ]] || printf '%s\n' "$name"
  done
}

# install_packages NAME...: as root; false if that fails, with the reasons in build/packages.log.
install_packages() {
  local log=$root/build/packages.log
  take_lock packages
  stage "installing $# packages: $*"
  # A list that cannot be updated (no network, but a cache) is no reason to stop.
  apt-get update </dev/null >"$log" 2>&1 {lock_fd}>&- || true
  local result=0
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "$@" </dev/null >>"$log" 2>&1 {lock_fd}>&- || result=1
  release_lock
  clear_progress
  return "$result"
}

# want_page: Node.js and npm for the page, if they can be had. They come from many places besides
# Debian's packages, so what counts is that the commands are there.
want_page() {
  local names
  if command -v node >/dev/null && command -v npm >/dev/null; then return; fi
  mapfile -t names < <(package_names page)
  if ((${#names[@]} == 0 || EUID != 0)) || ! command -v apt-get >/dev/null; then return; fi
  install_packages "${names[@]}" ||
    say "no Node.js: building without the page of serve and report"
}

# require_packages GROUP...: installs what is missing, or says how to and ends.
require_packages() {
  local wanted missing
  mapfile -t wanted < <(package_names "$@")
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    # Another kind of system: what it calls its packages is unknown here, so only look for the tools.
    command -v cmake >/dev/null && command -v ninja >/dev/null && return
    fail "no apt-get on this machine; please install what Debian calls: ${wanted[*]}"
  fi
  mapfile -t missing < <(missing_packages "${wanted[@]}")
  ((${#missing[@]} > 0)) || return 0
  if ((EUID != 0)); then
    say "packages are missing; please run this line, then try again:"
    printf '  sudo apt-get update && sudo apt-get install --yes --no-install-recommends %s\n' "${missing[*]}" >&2
    exit 1
  fi
  if ! install_packages "${missing[@]}"; then
    tail -n 30 "$root/build/packages.log" >&2
    fail "apt-get could not install: ${missing[*]}"
  fi
}

# build PRESET TARGET...: configures and builds in build/PRESET; what the compiler says is shown only
# if the build fails.
build() {
  local preset=$1 folder=$root/build/$1 log=$root/build/$1.log fresh=() started=$SECONDS
  shift
  take_lock "$preset"
  # A cache made at another place (a checkout that was moved) would be refused by cmake.
  if [[ -f $folder/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    fresh=(--fresh)
  fi
  stage "configuring ($preset)"
  if ! (cd -- "$root" && cmake --preset "$preset" "${fresh[@]}") </dev/null >"$log" 2>&1; then
    clear_progress
    cat "$log" >&2
    fail "configuring failed ($preset); the output is above and in build/$preset.log"
  fi
  stage "building ($preset)"
  if ! NINJA_STATUS='[%f/%t] ' cmake --build "$folder" --target "$@" </dev/null 2>&1 |
    tee "$log" | show_build_progress "$preset"; then
    clear_progress
    grep -vE '^\[[0-9]+/[0-9]+\] ' "$log" >&2 || true
    fail "the build failed ($preset); the output is above and in build/$preset.log"
  fi
  clear_progress
  release_lock
  # shellcheck disable=SC2034 # for the caller
  build_seconds=$((SECONDS - started))
}

show_build_progress() {
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
      progress "building ($1) ${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"
    fi
  done
}
