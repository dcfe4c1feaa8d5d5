package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Runs servers on data that is being made on a pod's volume. They are reachable only from within
 * the pod.
 */
final class PodServers implements ServerRunner {
  /** Always free, because each pod has its own network namespace. */
  private static final int PORT = 7799;

  private static final String LOOPBACK = "127.0.0.1";
  private static final Resources RESOURCES = new Resources(512, 0, 0);

  private final EnginePod pod;
  private final PodCallRetry retry;
  private final PrivateFiles files;
  private final Consumer<PodServer> interrupted;
  private final Runnable failed;

  /**
   * @param interrupted is called with a server whose work was interrupted
   * @param failed is called when a server does not start
   */
  PodServers(
      EnginePod pod,
      PodCallRetry retry,
      PrivateFiles files,
      Consumer<PodServer> interrupted,
      Runnable failed) {
    this.pod = pod;
    this.retry = retry;
    this.files = files;
    this.interrupted = interrupted;
    this.failed = failed;
  }

  @Override
  public Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    PodServer process = new PodServer(pod, retry, server.apply(context(info)), PORT);
    start(process);
    PodTunnel tunnel = pod.tunnel(PORT);
    return new Running(
        tunnel.port(),
        PORT,
        () -> {
          try (tunnel) {
            process.stop();
          }
        },
        () -> {
          try (tunnel) {
            interrupted.accept(process);
          }
        });
  }

  private void start(PodServer process) {
    try {
      process.start();
    } catch (RuntimeException e) {
      clear(e);
      throw e;
    }
  }

  private void clear(RuntimeException reason) {
    try {
      failed.run();
    } catch (DataPlaneException e) {
      reason.addSuppressed(e);
    }
  }

  private ServerContext context(DatabaseInfo info) {
    return new ServerContext(
        pod.name(),
        info,
        files,
        UnaryOperator.identity(),
        PodLayout.DATA,
        PodLayout.SCRATCH,
        List.of(LOOPBACK),
        PORT,
        RESOURCES,
        true);
  }
}
