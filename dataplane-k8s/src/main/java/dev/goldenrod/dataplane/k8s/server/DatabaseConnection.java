package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.engine.EngineServer;

/**
 * A connection to a running database.
 *
 * @param engineServer the part that is specific to its engine
 * @param tunnel leads to its port
 */
public record DatabaseConnection(
    EngineServer engineServer, PodTunnel tunnel, String password, EnginePod pod)
    implements AutoCloseable {
  /** Omits the password. */
  @Override
  public String toString() {
    return "DatabaseConnection[" + pod + "]";
  }

  @Override
  public void close() {
    tunnel.close();
  }
}
