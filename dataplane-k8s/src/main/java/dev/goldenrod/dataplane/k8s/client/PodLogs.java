package dev.goldenrod.dataplane.k8s.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.util.List;

public final class PodLogs {
  private final CoreV1Api api;
  private final String namespace;

  public PodLogs(ApiClient client, String namespace) {
    this.api = new CoreV1Api(client);
    this.namespace = namespace;
  }

  /**
   * Returns the container's last log lines before it last ended, or a line that says they are gone.
   *
   * @param runsAgain whether the container was restarted since
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
      return List.of("the log is no longer available");
    }
  }
}
