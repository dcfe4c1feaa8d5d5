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

/** Opens and attaches the data plane that a server has in its own process. */
final class EmbeddedDataPlane {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDataPlane.class);

  private EmbeddedDataPlane() {}

  /**
   * The data plane that was chosen; the caller closes it.
   *
   * @return empty if none was chosen
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be opened though it answers; the
   *     message says why
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
   * Has the Clones and Databases brought about that people declare in the cluster, if the settings
   * name namespaces for them.
   *
   * @throws dev.goldenrod.port.DataPlaneException when the cluster does not know them
   */
  static void serveDeclared(ServerDataPlane plane, ControlPlane control, ServeSettings settings) {
    // A server of local databases loads no class of Kubernetes, which the lambdas name.
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
            members -> plane.accompany(one -> serve((KubernetesDataPlane) one, control, members)));
  }

  private static KubernetesDataPlane.DeclaredObjects serve(
      KubernetesDataPlane plane, ControlPlane control, NamespaceMembers members) {
    KubernetesDataPlane.DeclaredObjects resources = plane.serveDeclared(control, members);
    LOG.info("Clones and Databases: {}", members);
    return resources;
  }

  /**
   * By which authorities the certificates of databases on Kubernetes are known, as PEM; empty when
   * they have none, there are no such databases, or the cluster was never reached.
   */
  static Optional<String> authorities(ServerDataPlane plane, ServeSettings settings) {
    // As above.
    return settings.kubernetes().isPresent() ? authorities(plane) : Optional.empty();
  }

  private static Optional<String> authorities(ServerDataPlane plane) {
    return plane.get().flatMap(one -> ((KubernetesDataPlane) one).authorities());
  }

  private static DataPlane local(ServeSettings settings, DataDirectory directory) {
    return local(settings.local(), directory);
  }

  /** The local data plane in that directory; the caller closes it. */
  static LocalDataPlane local(LocalSettings settings, DataDirectory directory) {
    LocalDataPlane dataPlane = LocalDataPlane.open(settings.options(directory));
    LOG.info("volumes: {}", dataPlane.description());
    return dataPlane;
  }

  private static DataPlane kubernetes(ServeSettings settings) {
    return kubernetes(settings.kubernetes().orElseThrow());
  }

  /** The data plane in that cluster; the caller closes it. */
  static KubernetesDataPlane kubernetes(KubernetesOptions options) {
    KubernetesDataPlane dataPlane = KubernetesDataPlane.open(options);
    LOG.info("Kubernetes: {}", dataPlane.description());
    return dataPlane;
  }
}
