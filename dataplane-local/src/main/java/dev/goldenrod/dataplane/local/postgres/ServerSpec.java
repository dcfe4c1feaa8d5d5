package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How a server is to run.
 *
 * @param volume what it runs on
 * @param log where it writes its log; its folder exists
 * @param listen the address for clients, or a comma-separated list; loopback is always added
 * @param settings more lines of the configuration; win over what Goldenrod sets itself
 * @param logins the roles that may log in besides the superuser; empty for all
 */
public record ServerSpec(
    PostgresInstallation home,
    PostgresVolume volume,
    Path log,
    String listen,
    int port,
    Map<String, String> settings,
    List<String> logins) {
  /** The address that the server is always reached by on this machine. */
  public static final String LOOPBACK = "127.0.0.1";

  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "*");

  public ServerSpec {
    Objects.requireNonNull(home);
    Objects.requireNonNull(volume);
    Objects.requireNonNull(log);
    Objects.requireNonNull(listen);
    settings = Map.copyOf(settings);
    logins = List.copyOf(logins);
  }

  /** A server that the clones' role alone may log in to. */
  public ServerSpec(
      PostgresInstallation home,
      PostgresVolume volume,
      Path log,
      String listen,
      int port,
      Map<String, String> settings) {
    this(home, volume, log, listen, port, settings, List.of(AdminRole.CLONE_ROLE));
  }

  /** The same for every role with a password. */
  public ServerSpec openToAll() {
    return new ServerSpec(home, volume, log, listen, port, settings, List.of());
  }

  /** The addresses the server listens on. */
  public List<String> addresses() {
    return addresses(listen);
  }

  /** The addresses of a server that is to listen there: loopback is always among them. */
  public static List<String> addresses(String listen) {
    Set<String> all = new LinkedHashSet<>(List.of(listen.strip().split("\\s*,\\s*")));
    if (all.stream().noneMatch(EVERYWHERE::contains)) {
      all.add(LOOPBACK);
    }
    return List.copyOf(all);
  }
}
