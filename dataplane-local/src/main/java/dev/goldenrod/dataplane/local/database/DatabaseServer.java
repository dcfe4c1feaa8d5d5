package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.EngineServer;
import java.util.Objects;

/**
 * The server of a database that runs, and how its clients log in.
 *
 * @param port where it listens on the loopback address
 * @param user that it runs as
 */
public record DatabaseServer(
    EngineServer engineServer, DatabaseInfo info, int port, String password, RunAs user) {
  public DatabaseServer {
    Objects.requireNonNull(engineServer);
    Objects.requireNonNull(info);
    Objects.requireNonNull(password);
    Objects.requireNonNull(user);
  }
}
