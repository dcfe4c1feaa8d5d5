# In a root file system of its own: installs the release before, upgrades it with a database that runs,
# removes and purges it. $1: the package, $2: the one before.
set -eu
export LC_ALL=C DEBIAN_FRONTEND=noninteractive HOME=/root
data=/var/lib/goldenrod/data

fail() {
  echo "FAILED: $1" >&2
  [ ! -f /tmp/serve.log ] || cat /tmp/serve.log >&2
  exit 1
}

# As the unit starts it, which no service manager does here.
unit() {
  sed -n "s/^$1=//p" /usr/lib/systemd/system/goldenrod.service
}

start() {
  : >/tmp/serve.log
  GOLDENROD_PORT=0 runuser -u "$(unit User)" -- env "$(unit Environment)" $(unit ExecStart) >/tmp/serve.log 2>&1 &
  seconds=0
  until grep -q '^goldenrod listening on ' /tmp/serve.log; do
    [ $seconds -lt 120 ] || fail 'the server does not start'
    sleep 1
    seconds=$((seconds + 1))
  done
  GOLDENROD_URL=$(sed -n 's/^goldenrod listening on \([^ ]*\).*/\1/p' /tmp/serve.log)
  GOLDENROD_TOKEN=$(cat $data/admin-token)
  export GOLDENROD_URL GOLDENROD_TOKEN
}

# As KillMode=process does it: the server alone.
stop() {
  kill -TERM "$(cat $data/server.lock)"
  wait "$!" || true
}

postmaster() {
  pgrep -o -u goldenrod -x postgres || true
}

echo '--- installs the release before'
dpkg -i "$2"
[ "$(unit KillMode)" = process ] || fail 'a stop of the service would end the databases'
[ "$(stat -c '%U %a' $data)" = 'goldenrod 700' ] || fail "$data is of $(stat -c '%U, %a' $data)"
echo '# the operator was here' >>/etc/goldenrod/config.yaml
start
goldenrod database create shop
before=$(postmaster)
[ -n "$before" ] || fail 'no database runs'
goldenrod psql shop -- -qc 'CREATE TABLE tea AS SELECT 7 AS n'

echo '--- upgrades it'
stop
[ "$(postmaster)" = "$before" ] || fail 'the database ended with the server'
dpkg -i "$1"
grep -q 'the operator was here' /etc/goldenrod/config.yaml || fail 'the configuration was written over'
start
[ "$(postmaster)" = "$before" ] || fail 'the database was started again'
[ "$(goldenrod psql shop -- -Atc 'SELECT n FROM tea')" = 7 ] || fail 'the data is not there'

echo '--- removes it'
stop
dpkg -r goldenrod
[ -z "$(postmaster)" ] || fail 'a database runs on'
[ -f $data/id ] || fail 'a removal took the data'
[ ! -e /usr/bin/goldenrod ] || fail 'the program is still there'

echo '--- installs it again'
dpkg -i "$1"
start
[ "$(goldenrod psql shop -- -Atc 'SELECT n FROM tea')" = 7 ] || fail 'the data is gone'
stop

echo '--- purges it'
dpkg -P goldenrod
[ -z "$(postmaster)" ] || fail 'a database runs on'
[ ! -e $data ] && [ ! -e /etc/goldenrod ] || fail 'a purge left files'
echo 'all is well'
