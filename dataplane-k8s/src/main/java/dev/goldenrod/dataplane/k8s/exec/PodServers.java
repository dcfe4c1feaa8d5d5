package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerRunner;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Servers of data that is being made on a pod's volume, reachable from within the pod alone. */
public final class PodServers implements ServerRunner {
  /** Nobody else listens in the pod. */
  private static final int PORT = 7799;

  private static final String LOOPBACK = "127.0.0.1";
  private static final Resources RESOURCES = new Resources(512, 0, 0);

  private final EnginePod pod;
  private final PodTools tools;
  private final PrivateFiles files;
  private final BooleanSupplier cancelled;

  PodServers(EnginePod pod, PodTools tools, PrivateFiles files, BooleanSupplier cancelled) {
    this.pod = pod;
    this.tools = tools;
    this.files = files;
    this.cancelled = cancelled;
  }

  @Override
  public Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    PodServer process = new PodServer(pod, tools, server.apply(context(info)), PORT);
    process.start(cancelled);
    PodTunnel tunnel = pod.tunnel(PORT);
    return new Running(
        tunnel.port(),
        PORT,
        () -> {
          try (tunnel) {
            process.stop();
          }
        });
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
