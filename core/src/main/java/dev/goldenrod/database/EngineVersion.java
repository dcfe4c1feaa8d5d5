package dev.goldenrod.database;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The availability of one version of an engine in a data plane.
 *
 * @param type the engine's name, as in {@code postgresql}
 * @param version as in {@code 15} or {@code 8.0}
 * @param origin where the engine's programs come from; null when no server can run
 * @param message when no server can run, the reason and the command that changes it; otherwise a
 *     remark on what a user would not expect, or empty
 */
public record EngineVersion(String type, String version, @Nullable Origin origin, String message) {
  /** Where an engine's programs come from. */
  public enum Origin {
    INSTALLED,
    /** The programs came with the data plane. */
    BUNDLED,
    /** The data plane downloaded the programs on an administrator's request. */
    DOWNLOADED,
    IMAGE;

    /** Returns the name in the API, as in {@code installed}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public EngineVersion {
    Objects.requireNonNull(type);
    Objects.requireNonNull(version);
    Objects.requireNonNull(message);
  }

  /** Returns a version that can run, with the origin of its programs. */
  public static EngineVersion available(String type, String version, Origin origin) {
    return new EngineVersion(type, version, Objects.requireNonNull(origin), "");
  }

  /** Returns a version that cannot run, with the reason. */
  public static EngineVersion unavailable(String type, String version, String message) {
    return new EngineVersion(type, version, null, message);
  }

  /** Returns whether servers of this version can run. */
  public boolean isAvailable() {
    return origin != null;
  }
}
