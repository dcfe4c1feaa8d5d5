package dev.goldenrod.cli.command.database;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class DatabaseSize {
  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "256m, 512m, 1g, 2g or 4g (512m for a new database).")
  private @Nullable String memory;

  @Option(
      names = "--storage",
      paramLabel = "SIZE",
      description = "1g, 5g, 10g, 25g or 50g (5g for a new database).")
  private @Nullable String storage;

  @Option(
      names = "--cpu",
      paramLabel = "CORES",
      description = "0.5, 1, 2 or 4 (1 for a new database).")
  private @Nullable String cpu;

  Map<String, Object> config() {
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("memory", memory);
    config.put("storage", storage);
    config.put("cpu", cpu);
    config.values().removeIf(value -> value == null);
    return config;
  }
}
