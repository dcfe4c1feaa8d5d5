package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.instance.InstanceSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;

/** A kind of database that a clone can be. Thread-safe. */
public interface DatabaseEngine {
  /**
   * What a clone's database server is to run with.
   *
   * @param id the clone's
   * @param volume a writable copy of the golden
   * @param log what the server logs to; its folder exists, and the engines' user cannot enter it
   */
  record ServerConfig(UUID id, Path volume, Path log, int port, InstanceSize size) {
    public ServerConfig {
      Objects.requireNonNull(id);
      Objects.requireNonNull(volume);
      Objects.requireNonNull(log);
      Objects.requireNonNull(size);
    }
  }

  /**
   * What a client needs besides host, port and password.
   *
   * @param scheme of the connection URI
   */
  record Login(String scheme, String database, String user) {
    public Login {
      Objects.requireNonNull(scheme);
      Objects.requireNonNull(database);
      Objects.requireNonNull(user);
    }
  }

  /**
   * The database server of that configuration, running or not. Changes nothing.
   *
   * @throws dev.goldenrod.port.DataPlaneException when the volume holds no such database, or the
   *     engine's programs are not there
   */
  DatabaseServer server(ServerConfig config);

  /** The port that the volume's server was last started with; empty when it never was. */
  OptionalInt configuredPort(Path volume);

  /** The addresses that servers listen on. */
  List<String> addresses();

  /** Does in advance what would make the first start slow. */
  void warmUp();
}
