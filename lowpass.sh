#!/usr/bin/env bash
# Builds lowpass where that is needed, then becomes it: arguments, folder, streams, signals and exit
# code are the program's own.
set -euo pipefail

self=${BASH_SOURCE[0]}
[[ ! -L $self ]] || self=$(readlink -f -- "$self")
[[ $self == */* ]] || self=./$self
root=$(CDPATH='' cd -- "${self%/*}/" && pwd -P)

program=$root/build/release/app/lowpass
stamp=$root/build/release.stamp # as old as the start of the last good build
# What the program is made of. A folder changes when a file in it comes or goes.
inputs=(src/lowpass/ app cmake CMakeLists.txt CMakePresets.json packages)

# The time of status change, unlike that of modification, also shows a file that was unpacked or
# copied with its old date.
is_up_to_date() {
  [[ -x $program && -f $stamp &&
    -z $(find "${inputs[@]/#/$root/}" -cnewer "$stamp" -print -quit) ]]
}

if ! is_up_to_date; then
  tool=lowpass
  # shellcheck source=cmake/build.sh
  source "$root/cmake/build.sh"
  mkdir -p "$root/build"
  new_stamp=$(mktemp "$stamp.XXXXXX")
  trap 'rm -f -- "$new_stamp"' EXIT
  require_packages build
  build release lowpass_program
  mv -f -- "$new_stamp" "$stamp"
  trap - EXIT
fi

exec "$program" "$@"
