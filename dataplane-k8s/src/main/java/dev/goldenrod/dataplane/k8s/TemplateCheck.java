package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EndpointManifests;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.StagingManifests;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Service;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A check at the start, by dry runs, that the cluster accepts pods and Services made with an
 * operator's templates. Without it the first database would show a bad template.
 */
record TemplateCheck(ClusterApi cluster, Images images) {
  private static final Logger LOG = LoggerFactory.getLogger(TemplateCheck.class);
  private static final int PORT = 5432;

  /** Reasons of a refusal that are not caused by the template. */
  private static final List<String> OTHER_REASONS =
      List.of("exceeded quota", "does not support dry run");

  /**
   * @throws DataPlaneException if the cluster refuses an object; the message says which and why
   */
  void require(KubernetesOptions options) {
    if (options.templates().isEmpty()) {
      return;
    }
    UUID id = UUID.randomUUID();
    require(
        "a pod with --kube-pod-template and --kube-user",
        () -> cluster.pods().requireAcceptable(pod(id)));
    require(
        "a Service with --kube-service-template",
        () -> cluster.services().requireAcceptable(service(id, options)));
  }

  private static void require(String what, Runnable question) {
    try {
      question.run();
    } catch (DataPlaneUnreachableException notNow) {
      throw notNow;
    } catch (DataPlaneException e) {
      if (OTHER_REASONS.stream().noneMatch(e.getMessage()::contains)) {
        throw new DataPlaneException(
            "the cluster rejects %s: %s".formatted(what, e.getMessage()), e);
      }
      LOG.warn("Cannot check whether the cluster accepts {}, continuing: {}", what, e.getMessage());
    }
  }

  private V1Pod pod(UUID id) {
    return StagingManifests.pod(
        new V1ObjectMeta().name("template-" + id).labels(Labels.of(Labels.IMPORT, id)),
        Map.of(),
        images.of(PostgresEngine.TYPE, "15", EngineBuild.UNKNOWN));
  }

  private static V1Service service(UUID id, KubernetesOptions options) {
    V1Service service =
        EndpointManifests.service(
            "template-" + id,
            id,
            PostgresEngine.TYPE,
            PORT,
            options.serviceType(),
            new V1OwnerReference());
    service.getMetadata().ownerReferences(null);
    return service;
  }
}
