#!/usr/bin/env bash
# A clone made by hand: copy the golden volume, start PostgreSQL on the copy, log in with a password,
# run one query.
#
#   by-hand.sh launch KIND VOLUMES GOLDEN NAME PORT POSTGRES [COMMAND THAT SWITCHES THE USER]
#       prints the microseconds it took
#   by-hand.sh remove KIND VOLUMES NAME
set -euo pipefail

copy() {
  case $kind in
    btrfs) btrfs subvolume snapshot "$golden" "$entry" >/dev/null ;;
    reflink | xfs-image) cp -a --reflink=always "$golden" "$entry" ;;
    copy) cp -a "$golden" "$entry" ;;
    rootless-overlay) ;;
    overlay) overlay ;;
  esac
}

# A volume of layers has its files in the first one; their number is the first line.
content() {
  if [ -f "$1/layers" ]; then
    echo "$volumes/.layers/$(grep -m 1 -e - "$1/layers")/data"
  else
    echo "$1"
  fi
}

overlay() {
  mkdir -p "$entry/data" "$entry/work"
  cp "$golden/admin-password" "$entry"
  chown --reference="$golden/data" "$entry/data"
  mount -t overlay -o "index=off,metacopy=on,lowerdir=$golden/data,upperdir=$entry/data,workdir=$entry/work" by-hand "$clone/data"
}

launch() {
  golden=$(content "$volumes/$1") port=$3 postgres=$4
  export PGPASSFILE=$entry.pgpass PGSSLMODE=disable PGGSSENCMODE=disable PGCONNECT_TIMEOUT=5
  shift 4
  mkdir -p -m 711 "$volumes/.by-hand"
  owner=$("$@" id -u)
  # Without root there is nothing to compare an overlay with but a bare start on a copy that is there.
  [ "$kind" != rootless-overlay ] || { cp -a "$golden" "$entry" && chmod u+w "$entry" && sync -f "$entry"; }
  begin=${EPOCHREALTIME/[.,]/}
  copy
  if [ "$owner" != "$(id -u)" ]; then
    chmod 711 "$clone"
    chown -hR "$owner" "$clone/data"
  fi
  (umask 077 && echo "127.0.0.1:*:*:goldenrod_admin:$(<"$clone/admin-password")" >"$PGPASSFILE")
  setsid "$@" "$postgres" -D "$clone/data" -p "$port" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c shared_buffers=64MB -c max_connections=50 -c huge_pages=off \
    </dev/null >"$entry.log" 2>&1 &
  until psql -h 127.0.0.1 -p "$port" -U goldenrod_admin -d bench -Atqc 'SELECT 1' >/dev/null 2>"$entry.err"; do
    kill -0 $! 2>/dev/null || { cat "$entry.log" >&2; exit 1; }
    sleep 0.01
  done
  end=${EPOCHREALTIME/[.,]/}
  echo $((end - begin))
}

remove() {
  if [ -s "$clone/data/postmaster.pid" ]; then
    pid=$(head -n 1 "$clone/data/postmaster.pid")
    kill -QUIT "$pid" 2>/dev/null || true
    while kill -0 "$pid" 2>/dev/null && ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null; do sleep 0.01; done
  fi
  case $kind in
    btrfs) btrfs subvolume delete "$entry" >/dev/null ;;
    overlay) umount "$clone/data" ;;
  esac
  rm -rf "$entry" "$entry.log" "$entry.err" "$entry.pgpass"
}

what=$1 kind=$2 volumes=$3
shift 3
case $what in
  launch) name=$2 ;;
  remove) name=$1 ;;
esac
entry=$volumes/.by-hand/$name
clone=$entry
$what "$@"
