package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The builds of the programs that pods run, and the nodes that can run them. Thread-safe. */
public final class EngineBuilds {
  private static final Logger LOG = LoggerFactory.getLogger(EngineBuilds.class);

  private final ObjectApi<V1Node> nodes;

  EngineBuilds(ObjectApi<V1Node> nodes) {
    this.nodes = nodes;
  }

  /** Returns the build that the pod runs, with the architecture if its node is known. */
  public EngineBuild running(V1Pod pod) {
    return EngineBuild.running(
        pod, Optional.ofNullable(spec(pod).getNodeName()).flatMap(this::architecture));
  }

  /**
   * Returns why no node takes the pod, if the reason is that none has the architecture of its data.
   */
  public Optional<String> whyNoNode(V1Pod pod) {
    return Optional.ofNullable(spec(pod).getNodeSelector())
        .map(selector -> selector.get(PodParts.ARCHITECTURE))
        .filter(architecture -> spec(pod).getNodeName() == null && hasNone(architecture))
        .map(
            architecture ->
                "the data was made on nodes of architecture %1$s, which may sort text in another order than other architectures, and no node of the cluster has the label %2$s=%1$s; add such a node, or import or load the data again on the existing nodes"
                    .formatted(architecture, PodParts.ARCHITECTURE));
  }

  private boolean hasNone(String architecture) {
    try {
      return nodes.list(PodParts.ARCHITECTURE + "=" + architecture).isEmpty();
    } catch (DataPlaneException e) {
      LOG.debug("Cannot check whether the cluster has a node of architecture {}", architecture, e);
      return false;
    }
  }

  private Optional<String> architecture(String node) {
    try {
      return nodes.listByFields("metadata.name=" + node).stream()
          .map(found -> found.getMetadata().getLabels())
          .filter(Objects::nonNull)
          .map(labels -> labels.get(PodParts.ARCHITECTURE))
          .filter(Objects::nonNull)
          .findFirst();
    } catch (DataPlaneException e) {
      LOG.debug("Cannot read the architecture of node {}", node, e);
      return Optional.empty();
    }
  }

  private static V1PodSpec spec(V1Pod pod) {
    return Objects.requireNonNull(pod.getSpec());
  }
}
