package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.engine.EngineServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scripts by which a pod runs a server.
 *
 * @param files texts by the names of files in {@link PodLayout#CONFIGURATION}
 * @param command the server's, passed as arguments to {@link PodLayout#START}
 * @param answer the command that checks that the server responds; empty for none
 */
public record ServerScript(Map<String, String> files, List<String> command, List<String> answer) {
  /** Set in the environment of a container that must rebuild the indexes before it starts. */
  static final String REINDEX = "REBUILD_INDEXES";

  private static final Path REBUILD = PodLayout.CONFIGURATION.resolve("rebuild.sh");

  /** Marks in the pod that the indexes are rebuilt. */
  private static final Path REBUILT = PodLayout.SCRATCH.resolve("rebuilt");

  /** The script that stops and continues all processes of the server. */
  public static final String STANDSTILL = "standstill.sh";

  /**
   * Runs the server as a child process, because a pod's first process cannot be stopped by a
   * signal. Prevents two servers on one volume: the second pod of a StatefulSet scaled by hand
   * exits, and the successor of a pod deleted by force waits for the former server's processes,
   * which inherit the lock.
   */
  private static final String START =
      """
      umask 077
      read -r name < /proc/sys/kernel/hostname
      case $name in
        *-0) ;;
        *) echo "$name is one pod too many: the volume belongs to another pod" >&2; exit 1 ;;
      esac
      cd %1$s
      exec 9< .
      if command -v flock > /dev/null && ! flock -w 60 9; then
        echo 'another server still runs on the volume' >&2
        exit 1
      fi
      chmod 0700 .
      rm -f -- %2$s
      if [ -n "${%4$s:-}" ] && [ ! -e %6$s ]; then
        if ! /bin/sh %5$s; then
          echo 'the indexes cannot be rebuilt' >&2
          exit 1
        fi
        : > %6$s
      fi
      "$@" &
      server=$!
      trap 'kill -%3$s "$server"' TERM INT
      while kill -0 "$server" 2>/dev/null; do
        wait "$server"
        code=$?
      done
      exit "$code"
      """;

  /** A link to the holder's name. It outlives the container; the next start removes it. */
  public static final String HOLDER = PodLayout.SCRATCH.resolve("standstill").toString();

  /**
   * One of several callers can stop the server. It always continues, even if no caller continues or
   * renews: SIGCONT is repeated until all processes run, and the link stays until then.
   */
  private static final String STAND_STILL =
      "holder="
          + HOLDER
          + """

      children() {
        for status in /proc/[0-9]*/status; do
          pid=${status#/proc/}
          pid=${pid%/status}
          while read -r key value rest; do
            if [ "$key" = PPid: ]; then
              case " $1 " in *" $value "*) echo "$pid" ;; esac
              break
            fi
          done 2>/dev/null < "$status"
        done
      }
      signal() {
        server=$(children 1 | tr '\\n' ' ')
        kill -"$1" $server
        for again in 1 2; do
          workers=$(children "$server" | tr '\\n' ' ')
          [ -z "$workers" ] || kill -"$1" $workers 2>/dev/null
        done
      }
      stands_still() {
        for stopped in $server $workers; do
          while read -r key value rest; do
            if [ "$key" = State: ]; then
              [ "$value" != T ] || return 0
              break
            fi
          done 2>/dev/null < "/proc/$stopped/status"
        done
        return 1
      }
      case $1 in
        stop)
          ln -s "$3" "$holder" 2> /dev/null || { echo taken; exit; }
          rm -f "$holder.renewed"
          (
            trap '' HUP
            left=$2
            unrenewed=0
            while [ $left -gt 0 ] && [ $unrenewed -lt "${4:-$2}" ]; do
              sleep 1
              [ "$(readlink "$holder")" = "$3" ] || exit 0
              left=$((left - 1))
              unrenewed=$((unrenewed + 1))
              if [ -e "$holder.renewed" ]; then
                rm -f "$holder.renewed"
                unrenewed=0
              fi
            done
            until /bin/sh "$0" continue "$3"; do sleep 1; done
          ) < /dev/null > /dev/null 2>&1 &
          signal STOP
          ;;
        renew)
          [ "$(readlink "$holder")" = "$2" ] || { echo over; exit; }
          : > "$holder.renewed"
          ;;
        continue)
          [ "$(readlink "$holder")" = "$2" ] || { echo over; exit; }
          tries=0
          signal CONT
          while stands_still; do
            tries=$((tries + 1))
            if [ $tries -gt 50 ]; then
              echo "process $stopped is still stopped; sending SIGCONT again" >&2
              exit 1
            fi
            sleep 0.1
            signal CONT
          done
          rm -f "$holder"
          ;;
      esac
      """;

  public ServerScript {
    files = Map.copyOf(files);
    command = List.copyOf(command);
    answer = List.copyOf(answer);
  }

  /**
   * @param port where the server listens
   */
  public static ServerScript of(EngineServer server, int port) {
    Map<String, String> files = new TreeMap<>(server.configuration());
    // The PID file is part of the copied data, or belongs to a former pod.
    String overrides =
        Stream.concat(server.overrides().stream(), Stream.of(server.pidFile(), HOLDER))
            .distinct()
            .map(ServerScript::quoted)
            .collect(Collectors.joining(" "));
    files.put(
        PodLayout.START,
        START.formatted(
            PodLayout.DATA, overrides, server.stopSignal().name(), REINDEX, REBUILD, REBUILT));
    server
        .sortOrders()
        .ifPresent(orders -> files.put(REBUILD.getFileName().toString(), orders.rebuildScript()));
    files.put(STANDSTILL, STAND_STILL);
    files.put(ServerProbes.SCRIPT_NAME, ServerProbes.startupScript(server, port));
    return new ServerScript(files, server.command(), server.healthCheckCommand(port));
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
