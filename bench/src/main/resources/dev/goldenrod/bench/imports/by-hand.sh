#!/usr/bin/env bash
# An import made by hand: dump the source, restore it into a new data directory, freeze and analyze
# its tables, stop the server. Prints the microseconds it took.
#
#   PGPASSWORD=… by-hand.sh BIN FOLDER PORT SOURCE_PORT SOURCE_DATABASE
#
# BIN has PostgreSQL's programs. FOLDER must be empty; the caller removes it. The source listens on
# 127.0.0.1, and its user has the database's name.
set -euo pipefail

bin=$1 folder=$2 port=$3 source_port=$4 database=$5
cd "$folder"
begin=${EPOCHREALTIME/[.,]/}

"$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C --no-sync >initdb.log
"$bin/pg_ctl" -D data -l server.log -w -s start \
  -o "-p $port -c fsync=off -c listen_addresses= -c unix_socket_directories=$folder"
trap '"$bin/pg_ctl" -D data -m immediate -s stop 2>/dev/null || true' EXIT
target=(-h "$folder" -p "$port" -U postgres)
"$bin/createdb" "${target[@]}" "$database"
"$bin/pg_dump" -h 127.0.0.1 -p "$source_port" -U "$database" -d "$database" -Fd -j2 -Z0 --no-sync -f dump
"$bin/pg_restore" "${target[@]}" -d "$database" --no-owner -j2 dump
"$bin/vacuumdb" "${target[@]}" -d "$database" --freeze --analyze -j2 -q
"$bin/psql" "${target[@]}" -d "$database" -qXc CHECKPOINT
"$bin/pg_ctl" -D data -m fast -w -s stop

end=${EPOCHREALTIME/[.,]/}
trap - EXIT
echo $((end - begin))
