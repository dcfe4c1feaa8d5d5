#!/usr/bin/env bash
# A clone made by hand: copy the golden volume, start PostgreSQL on the copy, log in with a password,
# run one query. And copies of such a clone while its server runs.
#
#   by-hand.sh launch KIND VOLUMES GOLDEN NAME PORT POSTGRES [COMMAND THAT SWITCHES THE USER]
#       prints the microseconds it took
#   by-hand.sh snapshot KIND VOLUMES PARENT NAME PORT-OF-PARENT
#       copies a clone while the processes of its server are suspended, and prints the microseconds
#   by-hand.sh branch KIND VOLUMES PARENT NAME PORT-OF-PARENT PORT POSTGRES SYNC [COMMAND THAT SWITCHES THE USER]
#       makes such a copy, launches it as above, and prints the microseconds of both; SYNC is how PostgreSQL flushes
#       the copy before it recovers: fsync (its default) or syncfs
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
  export_login "$entry.pgpass"
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
  start_and_log_in "$@"
  print_time
}

snapshot() {
  golden=$volumes/.by-hand/$1 parent_port=$3
  export_login "$golden.pgpass"
  begin=${EPOCHREALTIME/[.,]/}
  copy_suspended
  print_time
}

branch() {
  golden=$volumes/.by-hand/$1 parent_port=$3 port=$4 postgres=$5 options=(-c "recovery_init_sync_method=$6")
  export_login "$golden.pgpass"
  shift 6
  begin=${EPOCHREALTIME/[.,]/}
  copy_suspended
  start_and_log_in "$@"
  print_time
}

# A checkpoint only if the copy would replay more than 1 MiB of WAL, which takes longer.
copy_suspended() {
  echo "SELECT 'CHECKPOINT' FROM pg_control_checkpoint()
    WHERE pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 1048576 \gexec" |
    psql -h 127.0.0.1 -p "$parent_port" -U goldenrod_admin -d bench -AtqX
  suspended=()
  trap resume EXIT
  suspend
  copy
  resume
  rm -f "$clone/data/postmaster.pid"
}

# The postmaster first, so that it starts no more processes. Starts no program, which would take longer.
suspend() {
  read -r postmaster <"$golden/data/postmaster.pid"
  stop "$postmaster"
  read -r -a children <"/proc/$postmaster/task/$postmaster/children" || true
  stop "${children[@]}"
}

stop() {
  suspended+=("$@")
  kill -STOP "$@" 2>/dev/null || true
  for pid; do
    until is_stopped "$pid"; do :; done
  done
}

is_stopped() {
  read -r stat <"/proc/$1/stat" || return 0
  [[ ${stat##*) } == [TtZX]* ]]
} 2>/dev/null

resume() {
  [ ${#suspended[@]} = 0 ] || kill -CONT "${suspended[@]}" 2>/dev/null || true
  suspended=()
}

print_time() {
  end=${EPOCHREALTIME/[.,]/}
  echo $((end - begin))
}

export_login() {
  export PGPASSFILE=$1 PGSSLMODE=disable PGGSSENCMODE=disable PGCONNECT_TIMEOUT=5
}

start_and_log_in() {
  setsid "$@" "$postgres" -D "$clone/data" -p "$port" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c shared_buffers=64MB -c max_connections=50 -c huge_pages=off "${options[@]}" \
    </dev/null >"$entry.log" 2>&1 &
  until psql -h 127.0.0.1 -p "$port" -U goldenrod_admin -d bench -Atqc 'SELECT 1' >/dev/null 2>"$entry.err"; do
    kill -0 $! 2>/dev/null || { cat "$entry.log" >&2; exit 1; }
    sleep 0.01
  done
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

what=$1 kind=$2 volumes=$3 options=()
shift 3
case $what in
  launch | snapshot | branch) name=$2 ;;
  remove) name=$1 ;;
esac
entry=$volumes/.by-hand/$name
clone=$entry
$what "$@"
