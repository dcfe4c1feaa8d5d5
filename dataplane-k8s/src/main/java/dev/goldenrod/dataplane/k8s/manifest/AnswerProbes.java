package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1ExecAction;
import io.kubernetes.client.openapi.models.V1Probe;
import io.kubernetes.client.openapi.models.V1TCPSocketAction;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the node sees that a server which has started still answers. One that recovers refuses
 * logins, and is let alone; one that says nothing for two minutes is ended and started again. A
 * copy lets a server stand still for some seconds, which neither takes for silence.
 */
final class AnswerProbes {
  private static final int PERIOD_SECONDS = 10;
  private static final int SILENT_AFTER = 3;
  private static final int ENDED_AFTER = 12;

  /** Succeeds also when logins are refused. */
  private static final String ANSWERS = "\"$@\"; [ $? -le 1 ]";

  private AnswerProbes() {}

  /**
   * Whether the server accepts logins.
   *
   * @param answer the command that sees it; without one, whether the port is listened on
   */
  static V1Probe readiness(List<String> answer, int port) {
    return probe(answer, port).failureThreshold(SILENT_AFTER);
  }

  /** Whether the server answers at all. */
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
