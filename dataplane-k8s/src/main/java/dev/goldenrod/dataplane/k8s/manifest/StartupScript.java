package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.engine.EngineServer;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The startup probe: a script in the pod that waits until the server accepts logins. Goldenrod
 * itself polls nothing, and the node stops probing once the server is up.
 */
final class StartupScript {
  /** The script's name. Its argument is the number of polls before it gives up. */
  static final String NAME = "started.sh";

  /** Each takes somewhat more than a tenth of a second. */
  private static final int LOOKS = 300;

  private static final int LONGEST_SECONDS = 60;

  /** The node restarts a container after this many failures; a recovery may take a week. */
  private static final int MOST_FAILURES = 10_000;

  /**
   * Polls without starting processes, since many pods may start on one node. The PID file counts
   * only once the server listens: before the pod has started it, the file may be that of the server
   * whose data was copied.
   */
  private static final String SCRIPT =
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

  private StartupScript() {}

  static String of(EngineServer server, int port) {
    return of(server.readyLine(), port, PodLayout.DATA.resolve(server.pidFile()));
  }

  static String of(Optional<String> readyLine, int port, Path pidFile) {
    return SCRIPT.formatted(
        "%04X".formatted(port), readyLine.map(ServerScript::quoted).orElse("?*"), pidFile);
  }

  static V1Probe probe() {
    return new V1Probe()
        .exec(
            new V1ExecAction()
                .command(
                    List.of(
                        "/bin/sh",
                        PodLayout.CONFIGURATION.resolve(NAME).toString(),
                        Integer.toString(LOOKS))))
        .periodSeconds(1)
        .timeoutSeconds(LONGEST_SECONDS)
        .failureThreshold(MOST_FAILURES);
  }
}
