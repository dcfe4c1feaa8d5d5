package dev.goldenrod.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options that a file gives. Immutable.
 *
 * @param path empty for no file
 * @param entries what it says of each option, by the option's name with its dashes
 */
public record ConfigFile(Path path, Map<String, Entry> entries) {
  /** No file, which says nothing. */
  public static final ConfigFile NONE = new ConfigFile(Path.of(""), Map.of());

  /**
   * What is said of one option.
   *
   * @param line where, counted from 1
   * @param values one, or several of an option that can be given several times
   */
  public record Entry(int line, List<String> values) {
    /** Keeps a copy of the values. */
    public Entry {
      values = List.copyOf(values);
    }
  }

  /** Keeps a copy of the entries. */
  public ConfigFile {
    entries = Map.copyOf(entries);
  }

  /** Whether there is no file. */
  public boolean isNone() {
    return path.toString().isEmpty();
  }

  /** The values of an option; empty when the file does not name it. */
  public List<String> values(String option) {
    return Optional.ofNullable(entries.get(option)).map(Entry::values).orElse(List.of());
  }

  /** The value of an option that has one. */
  public Optional<String> value(String option) {
    return values(option).stream().findFirst();
  }

  /** Where an option is given, as in {@code config.yaml:3}. */
  public Optional<String> place(String option) {
    return Optional.ofNullable(entries.get(option)).map(entry -> path + ":" + entry.line());
  }
}
