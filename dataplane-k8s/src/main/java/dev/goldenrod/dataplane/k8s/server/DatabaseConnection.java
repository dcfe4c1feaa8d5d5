package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.engine.EngineServer;

/**
 * A way to a running database, until it is closed.
 *
 * @param engineServer what is particular to its engine
 * @param tunnel leads to its port
 * @param pod that it runs in
 */
public record DatabaseConnection(
    EngineServer engineServer, PodTunnel tunnel, String password, EnginePod pod)
    implements AutoCloseable {
  /** All but the password. */
  @Override
  public String toString() {
    return "DatabaseConnection[" + pod + "]";
  }

  @Override
  public void close() {
    tunnel.close();
  }
}
