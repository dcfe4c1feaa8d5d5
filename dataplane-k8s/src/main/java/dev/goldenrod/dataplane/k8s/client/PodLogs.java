package dev.goldenrod.dataplane.k8s.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.util.List;

/** What pods have logged. Thread-safe. */
public final class PodLogs {
  private final CoreV1Api api;
  private final String namespace;

  public PodLogs(ApiClient client, String namespace) {
    this.api = new CoreV1Api(client);
    this.namespace = namespace;
  }

  /**
   * The last lines that a pod logged before its container ended the last time; none when they
   * cannot be had.
   *
   * @param runsAgain whether the container was started again since
   */
  public List<String> ofEndedRun(String pod, boolean runsAgain, int lines) {
    try {
      return api.readNamespacedPodLog(pod, namespace)
          .previous(runsAgain)
          .tailLines(lines)
          .execute()
          .lines()
          .toList();
    } catch (ApiException gone) {
      return List.of("its log is gone");
    }
  }
}
