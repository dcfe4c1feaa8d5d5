package dev.goldenrod.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where configuration files are looked for: where the option or the variable says, else in the
 * user's own folder, else in the machine's.
 */
public final class ConfigPlaces {
  /** Names the file when no option does. */
  public static final String VARIABLE = "GOLDENROD_CONFIG";

  private final Map<String, String> environment;
  private final List<Path> usual;

  private ConfigPlaces(Map<String, String> environment, List<Path> usual) {
    this.environment = environment;
    this.usual = usual;
  }

  /** No file but one that is named: for programs and tests. */
  public static ConfigPlaces named(Map<String, String> environment) {
    return new ConfigPlaces(environment, List.of());
  }

  /** The places of {@code serve}, and of the commands that work on what it serves. */
  public static ConfigPlaces ofServe(Map<String, String> environment) {
    return usual(environment, "server.yaml", "config.yaml");
  }

  /** The places of {@code agent}. */
  public static ConfigPlaces ofAgent(Map<String, String> environment) {
    return usual(environment, "agent.yaml", "agent.yaml");
  }

  private static ConfigPlaces usual(Map<String, String> environment, String own, String shared) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path config = folder.isEmpty() ? Path.of(home, ".config") : Path.of(folder);
    Path machines = Path.of("/etc/goldenrod", shared);
    // Who may not look into the home that the environment names, as after a change of user, is
    // another user than whose it is.
    return new ConfigPlaces(
        environment,
        Files.isExecutable(config)
            ? List.of(config.resolve("goldenrod").resolve(own), machines)
            : List.of(machines));
  }

  /**
   * The file; empty when none is named and none is in the usual places. One that might be there,
   * but is kept from this user, counts as there.
   *
   * @param option what the command line names; null for nothing
   */
  public Optional<Path> find(@Nullable Path option) {
    if (option != null) {
      return Optional.of(option);
    }
    String variable = environment.getOrDefault(VARIABLE, "");
    return variable.isEmpty()
        ? usual.stream().filter(file -> !Files.notExists(file)).findFirst()
        : Optional.of(Path.of(variable));
  }
}
