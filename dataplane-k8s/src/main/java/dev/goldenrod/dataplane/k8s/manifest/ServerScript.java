package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.engine.EngineServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a pod runs a server.
 *
 * @param files texts by the names of files in {@link PodLayout#CONFIGURATION}
 * @param command the server's, to be given to {@link PodLayout#START} as arguments
 */
public record ServerScript(Map<String, String> files, List<String> command) {
  /** The script that stops and continues all processes of the server. */
  public static final String STANDSTILL = "standstill.sh";

  /** As a child, since the first process of a pod can be stopped by no signal. */
  private static final String START =
      """
      umask 077
      cd %1$s
      chmod 0700 .
      rm -f -- %2$s
      "$@" &
      server=$!
      trap 'kill -%3$s "$server"' TERM INT
      while kill -0 "$server" 2>/dev/null; do
        wait "$server"
        code=$?
      done
      exit "$code"
      """;

  /** A server is never left standing, also when nobody comes to continue it. */
  private static final String STAND_STILL =
      """
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
      case $1 in
        stop)
          (trap '' HUP; sleep "$2"; exec /bin/sh "$0" continue) < /dev/null > /dev/null 2>&1 &
          signal STOP
          ;;
        continue)
          signal CONT
          ;;
      esac
      """;

  public ServerScript {
    files = Map.copyOf(files);
    command = List.copyOf(command);
  }

  /** How that server is run. */
  public static ServerScript of(EngineServer server) {
    Map<String, String> files = new TreeMap<>(server.configuration());
    // The pid file came with the data, or is of a pod that is gone.
    String overrides =
        Stream.concat(server.overrides().stream(), Stream.of(server.pidFile()))
            .distinct()
            .map(ServerScript::quoted)
            .collect(Collectors.joining(" "));
    files.put(
        PodLayout.START, START.formatted(PodLayout.DATA, overrides, server.stopSignal().name()));
    files.put(STANDSTILL, STAND_STILL);
    return new ServerScript(files, server.command());
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
