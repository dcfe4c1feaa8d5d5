package dev.goldenrod.dataplane.k8s.client;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the number of the cluster's latest change, from the head of a list of a single pod. A 5xx
 * status is treated as no response, because a load balancer answers so for a missing server.
 */
record RevisionHealthCheck(GenericKubernetesApi<V1Pod, V1PodList> pods, String namespace)
    implements Reachability.HealthCheck {
  private static final int SERVER_ERROR = 500;

  static RevisionHealthCheck by(ApiClient client, String namespace) {
    return new RevisionHealthCheck(
        new GenericKubernetesApi<>(V1Pod.class, V1PodList.class, "", "v1", "pods", client),
        namespace);
  }

  @Override
  public OptionalLong revision() throws IOException {
    KubernetesApiResponse<V1PodList> answer = answer();
    if (answer.getHttpStatusCode() >= SERVER_ERROR) {
      throw new IOException("it answers with status " + answer.getHttpStatusCode());
    }
    return Optional.ofNullable(answer.getObject())
        .map(list -> list.getMetadata().getResourceVersion())
        .map(RevisionHealthCheck::number)
        .orElseGet(OptionalLong::empty);
  }

  private KubernetesApiResponse<V1PodList> answer() throws IOException {
    try {
      return pods.list(namespace, new ListOptions().limit(1));
    } catch (RuntimeException e) {
      throw e.getCause() instanceof IOException none ? none : new IOException(e.toString(), e);
    }
  }

  private static OptionalLong number(String text) {
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException other) {
      return OptionalLong.empty();
    }
  }
}
