package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * How a server is to run.
 *
 * @param volume what it runs on
 * @param log where it writes its log; its folder exists
 * @param listen the address for clients, or a comma-separated list; loopback is always added
 * @param settings more lines of the configuration; win over what Goldenrod sets itself
 */
public record ServerSpec(
    PostgresHome home,
    PostgresVolume volume,
    Path log,
    String listen,
    int port,
    Map<String, String> settings) {
  /** The address that the server is always reached by on this machine. */
  public static final String LOOPBACK = "127.0.0.1";

  public ServerSpec {
    Objects.requireNonNull(home);
    Objects.requireNonNull(volume);
    Objects.requireNonNull(log);
    Objects.requireNonNull(listen);
    settings = Map.copyOf(settings);
  }
}
