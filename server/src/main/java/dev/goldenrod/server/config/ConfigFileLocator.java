package dev.goldenrod.server.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Locates the configuration file: the one that the option or the variable names, otherwise that of
 * the user, otherwise that of the machine.
 */
public final class ConfigFileLocator {
  public static final String VARIABLE = "GOLDENROD_CONFIG";

  private final Map<String, String> environment;
  private final List<Path> usual;

  private ConfigFileLocator(Map<String, String> environment, List<Path> usual) {
    this.environment = environment;
    this.usual = usual;
  }

  /** Returns a locator that finds named files only, for embedding and tests. */
  public static ConfigFileLocator named(Map<String, String> environment) {
    return new ConfigFileLocator(environment, List.of());
  }

  /** Returns the locations for {@code serve} and for commands that work on its data. */
  public static ConfigFileLocator ofServe(Map<String, String> environment) {
    return usual(environment, "server.yaml", "config.yaml");
  }

  public static ConfigFileLocator ofAgent(Map<String, String> environment) {
    return usual(environment, "agent.yaml", "agent.yaml");
  }

  private static ConfigFileLocator usual(
      Map<String, String> environment, String own, String shared) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    String folder = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path config = folder.isEmpty() ? Path.of(home, ".config") : Path.of(folder);
    Path machines = Path.of("/etc/goldenrod", shared);
    // A home directory that this user cannot enter belongs to another user, as after a change of
    // user.
    return new ConfigFileLocator(
        environment,
        Files.isExecutable(config)
            ? List.of(config.resolve("goldenrod").resolve(own), machines)
            : List.of(machines));
  }

  /**
   * Returns the file; empty if none is named or exists. A file that this user may not access counts
   * as existing.
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
