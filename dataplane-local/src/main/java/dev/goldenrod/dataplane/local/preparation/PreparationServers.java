package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.port.EngineUsers.TemporaryUser;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineProcess;
import dev.goldenrod.dataplane.local.server.EngineServerFactory.ServerLocation;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Temporary servers of a volume under construction, each on a free port as its own user. */
public record PreparationServers(
    PreparationContext context, DataVolume volume, Path log, BooleanSupplier cancelled)
    implements ServerRunner {
  private static final int ATTEMPTS = 5;
  private static final Resources RESOURCES = new Resources(512, 0, 0);
  private static final Duration STOP_PATIENCE = Duration.ofMinutes(10);

  @Override
  public Running start(DatabaseInfo info, Function<ServerContext, EngineServer> server) {
    for (int attempt = 1; ; attempt++) {
      int port = Ports.anyFree();
      // Code that a source makes its server run must not reach other imports' files.
      TemporaryUser user = context.users().forServer();
      giveDataTo(user.runAs());
      EngineProcess process =
          context
              .servers()
              .loopbackServer(
                  new ServerLocation(
                      "goldenrod-import", volume, log, port, RESOURCES, Optional.empty()),
                  info,
                  server)
              .process();
      try {
        process.start(cancelled);
        return new Running(port, port, () -> stop(process, user));
      } catch (DataPlaneException e) {
        process.abort();
        reclaimData(user);
        // Another process may take the port before the server listens on it.
        if (attempt == ATTEMPTS
            || !String.valueOf(e.getMessage()).contains("Address already in use")) {
          throw e;
        }
      }
    }
  }

  private void stop(EngineProcess process, TemporaryUser user) {
    process.stop(STOP_PATIENCE);
    reclaimData(user);
  }

  private void reclaimData(TemporaryUser user) {
    user.close();
    context.takeOwnership(volume);
  }

  private void giveDataTo(RunAs user) {
    user.letPass(volume.root());
    user.chownTree(volume.data());
  }
}
