package dev.goldenrod.server;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
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

  private static DataPlane local(ServeSettings settings, DataDirectory directory) {
    LocalDataPlane dataPlane = LocalDataPlane.open(settings.local().options(directory));
    LOG.info("volumes: {}", dataPlane.description());
    return dataPlane;
  }

  private static DataPlane kubernetes(ServeSettings settings) {
    KubernetesDataPlane dataPlane = KubernetesDataPlane.open(settings.kubernetes().orElseThrow());
    LOG.info("Kubernetes: {}", dataPlane.description());
    return dataPlane;
  }
}
