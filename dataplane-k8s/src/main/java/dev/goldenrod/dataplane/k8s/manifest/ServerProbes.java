package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.engine.EngineServer;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1Probe;
import io.kubernetes.client.openapi.models.V1TCPSocketAction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The probes of a server. The node stops the startup probe, a script in the pod, once the server
 * accepts logins. After that, a server that refuses logins, as during recovery, is left alone; one
 * that gives no response for two minutes is restarted. Writes are suspended for some seconds during
 * a copy, which is too short for either probe to fail.
 */
final class ServerProbes {
  private static final int PERIOD_SECONDS = 10;
  private static final int SILENT_AFTER = 3;
  private static final int ENDED_AFTER = 12;

  /** Succeeds also when logins are refused. */
  private static final String ANSWERS = "\"$@\"; [ $? -le 1 ]";

  /** The startup script's name. Its argument is the number of polls before it gives up. */
  static final String SCRIPT_NAME = "started.sh";

  /** Each takes somewhat more than a tenth of a second. */
  private static final int LOOKS = 300;

  private static final int LONGEST_STARTUP_SECONDS = 60;

  /** The node restarts a container after this many failures; a recovery may take a week. */
  private static final int MOST_STARTUP_FAILURES = 10_000;

  /**
   * Waits in the pod until the server accepts logins, so that Goldenrod itself polls nothing. Polls
   * without starting processes, since many pods may start on one node. The PID file counts only
   * once the server listens: before the pod has started it, the file may be that of the server
   * whose data was copied.
   */
  private static final String STARTUP =
      """
      listens() {
        while read -r number local remote state rest; do
          case $local$state in *:%1$s0A) return 0 ;; esac
        done < /proc/net/tcp
        return 1
      }
      is_ready() {
        while read -r line || [ -n "$line" ]; do
          case $line in %2$s) return 0 ;; esac
        done 2> /dev/null < '%3$s'
        return 1
      }
      looks=0
      until listens && is_ready; do
        looks=$((looks + 1))
        [ "$looks" -lt "$1" ] || exit 1
        sleep 0.1
      done
      """;

  private ServerProbes() {}

  static String startupScript(EngineServer server, int port) {
    return startupScript(server.readyLine(), port, PodLayout.DATA.resolve(server.pidFile()));
  }

  static String startupScript(Optional<String> readyLine, int port, Path pidFile) {
    return STARTUP.formatted(
        "%04X".formatted(port), readyLine.map(ServerScript::quoted).orElse("?*"), pidFile);
  }

  static V1Probe startup() {
    return new V1Probe()
        .exec(
            new V1ExecAction()
                .command(
                    List.of(
                        "/bin/sh",
                        PodLayout.CONFIGURATION.resolve(SCRIPT_NAME).toString(),
                        Integer.toString(LOOKS))))
        .periodSeconds(1)
        .timeoutSeconds(LONGEST_STARTUP_SECONDS)
        .failureThreshold(MOST_STARTUP_FAILURES);
  }

  /**
   * @param answer the command that checks the server; if empty, the probe checks that the port
   *     listens
   */
  static V1Probe readiness(List<String> answer, int port) {
    return probe(answer, port).failureThreshold(SILENT_AFTER);
  }

  static V1Probe liveness(List<String> answer, int port) {
    List<String> command =
        answer.isEmpty()
            ? answer
            : Stream.concat(Stream.of("/bin/sh", "-c", ANSWERS, "sh"), answer.stream()).toList();
    return probe(command, port).failureThreshold(ENDED_AFTER);
  }

  private static V1Probe probe(List<String> command, int port) {
    V1Probe probe = new V1Probe().periodSeconds(PERIOD_SECONDS).timeoutSeconds(PERIOD_SECONDS);
    return command.isEmpty()
        ? probe.tcpSocket(new V1TCPSocketAction().port(new IntOrString(port)))
        : probe.exec(new V1ExecAction().command(command));
  }
}
