package dev.goldenrod.server;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.port.DataPlane;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens and attaches the data plane in the server's own process. */
final class EmbeddedDataPlane {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDataPlane.class);

  private EmbeddedDataPlane() {}

  /**
   * Attaches the selected data plane, which the caller closes; empty if none is selected.
   *
   * @throws dev.goldenrod.port.DataPlaneException if it is reachable but cannot be opened
   */
  static Optional<ServerDataPlane> attach(
      ControlPlane control, ServeSettings settings, DataDirectory directory) {
    return switch (settings.dataPlane()) {
      case LOCAL -> Optional.of(ServerDataPlane.attach(control, () -> local(settings, directory)));
      case KUBERNETES -> Optional.of(ServerDataPlane.attach(control, () -> kubernetes(settings)));
      case NONE -> Optional.empty();
    };
  }

  /**
   * Serves the Clone and Database objects declared in the cluster, if namespaces are set for that.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the cluster does not have these types
   */
  static void serveDeclared(ServerDataPlane plane, ControlPlane control, ServeSettings settings) {
    // A separate method, whose lambdas name classes that a server without Kubernetes must not load.
    if (settings.kubernetes().isPresent()) {
      serveDeclaredOnKubernetes(plane, control, settings);
    }
  }

  private static void serveDeclaredOnKubernetes(
      ServerDataPlane plane, ControlPlane control, ServeSettings settings) {
    settings
        .kubernetes()
        .map(KubernetesOptions::declaring)
        .filter(members -> !members.isEmpty())
        .ifPresent(
            members ->
                plane.runCompanion(one -> serve((KubernetesDataPlane) one, control, members)));
  }

  private static KubernetesDataPlane.DeclaredObjects serve(
      KubernetesDataPlane plane, ControlPlane control, NamespaceMembers members) {
    KubernetesDataPlane.DeclaredObjects resources = plane.serveDeclared(control, members);
    LOG.info("Reconciling Clones and Databases: {}", members);
    return resources;
  }

  /**
   * Returns the authorities of the certificates of databases on Kubernetes, as PEM; empty if there
   * are none or the cluster was never reached.
   */
  static Optional<String> authorities(ServerDataPlane plane, ServeSettings settings) {
    // A server with local databases must not load classes of Kubernetes.
    return settings.kubernetes().isPresent() ? authorities(plane) : Optional.empty();
  }

  private static Optional<String> authorities(ServerDataPlane plane) {
    return plane.get().flatMap(one -> ((KubernetesDataPlane) one).authorities());
  }

  private static DataPlane local(ServeSettings settings, DataDirectory directory) {
    return local(settings.local(), directory);
  }

  static LocalDataPlane local(LocalSettings settings, DataDirectory directory) {
    LocalDataPlane dataPlane = LocalDataPlane.open(settings.options(directory));
    LOG.info("volumes: {}", dataPlane.description());
    return dataPlane;
  }

  private static DataPlane kubernetes(ServeSettings settings) {
    return kubernetes(settings.kubernetes().orElseThrow());
  }

  static KubernetesDataPlane kubernetes(KubernetesOptions options) {
    KubernetesDataPlane dataPlane = KubernetesDataPlane.open(options);
    LOG.info("Kubernetes: {}", dataPlane.description());
    return dataPlane;
  }
}
