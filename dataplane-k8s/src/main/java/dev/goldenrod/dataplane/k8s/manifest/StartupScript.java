package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.engine.EngineServer;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1Probe;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the node sees that a server accepts logins: a script in its pod that waits for it. Goldenrod
 * polls nothing, and once the server is up the node asks no more.
 */
final class StartupScript {
  /** The script's name; it takes the number of looks before it gives up. */
  static final String NAME = "started.sh";

  /** Of a tenth of a second each, and some more. */
  private static final int LOOKS = 300;

  private static final int LONGEST_SECONDS = 60;

  /** The node ends a container that has failed as often; a recovery may take a week. */
  private static final int MOST_FAILURES = 10_000;

  /**
   * Looks without starting a process, since many pods may start on one node. The pid file counts
   * once the server listens: until the pod has begun to start it, there may be the file of the
   * server whose data was copied.
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

  /** The probe that runs it. */
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
