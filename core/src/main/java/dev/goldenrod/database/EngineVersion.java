package dev.goldenrod.database;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether servers of one version of an engine can run.
 *
 * @param type the engine's, as in {@code postgresql}
 * @param version as in {@code 15} or {@code 8.0}
 * @param origin where its programs come from; null when no server can run
 * @param message why no server can run and the command that would change it; of one that can, what
 *     a user would not expect, empty for nothing
 */
public record EngineVersion(String type, String version, @Nullable Origin origin, String message) {
  /** Where an engine's programs come from. */
  public enum Origin {
    /** They were on the machine. */
    INSTALLED,
    /** They came with the data plane. */
    BUNDLED,
    /** An administrator had the data plane fetch them. */
    DOWNLOADED,
    /** They are in a container's image. */
    IMAGE;

    /** The name in the API, as in {@code installed}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public EngineVersion {
    Objects.requireNonNull(type);
    Objects.requireNonNull(version);
    Objects.requireNonNull(message);
  }

  /** A version whose programs come from there. */
  public static EngineVersion available(String type, String version, Origin origin) {
    return new EngineVersion(type, version, Objects.requireNonNull(origin), "");
  }

  /** A version that cannot run for that reason. */
  public static EngineVersion unavailable(String type, String version, String message) {
    return new EngineVersion(type, version, null, message);
  }

  /** Whether servers of it can run. */
  public boolean isAvailable() {
    return origin != null;
  }
}
