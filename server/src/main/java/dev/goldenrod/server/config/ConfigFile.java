package dev.goldenrod.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options in a configuration file, by name with dashes. Immutable.
 *
 * @param path empty if there is no file
 */
public record ConfigFile(Path path, Map<String, Entry> entries) {
  public static final ConfigFile NONE = new ConfigFile(Path.of(""), Map.of());

  /** The values of an option, and its line number, from 1. */
  public record Entry(int line, List<String> values) {
    public Entry {
      values = List.copyOf(values);
    }
  }

  /** Thrown if a configuration file cannot be used; the message names file and line. */
  public static final class InvalidException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidException(String message, Throwable cause) {
      super(message, cause);
    }

    InvalidException(String message) {
      super(message);
    }
  }

  public ConfigFile {
    entries = Map.copyOf(entries);
  }

  public boolean isNone() {
    return path.toString().isEmpty();
  }

  /** Returns the values of an option; empty if the file does not set it. */
  public List<String> values(String option) {
    return Optional.ofNullable(entries.get(option)).map(Entry::values).orElse(List.of());
  }

  public Optional<String> value(String option) {
    return values(option).stream().findFirst();
  }

  /** Returns the place that sets an option, as in {@code config.yaml:3}. */
  public Optional<String> place(String option) {
    return Optional.ofNullable(entries.get(option)).map(entry -> path + ":" + entry.line());
  }
}
