package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1Probe;
import io.kubernetes.client.openapi.models.V1TCPSocketAction;
import java.util.List;
import java.util.stream.Stream;

/**
 * Probes of a started server. A server that refuses logins, as during recovery, is left alone; one
 * that gives no response for two minutes is restarted. Writes are suspended for some seconds during
 * a copy, which is too short for either probe to fail.
 */
final class ServerProbes {
  private static final int PERIOD_SECONDS = 10;
  private static final int SILENT_AFTER = 3;
  private static final int ENDED_AFTER = 12;

  /** Succeeds also when logins are refused. */
  private static final String ANSWERS = "\"$@\"; [ $? -le 1 ]";

  private ServerProbes() {}

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
