package dev.goldenrod.dataplane.local.version;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The naming scheme of the volumes and handles of imports. */
public final class VolumeNames {
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final String STAGED = "import-";
  private static final String GOLDEN = "golden-";
  private static final String LOCAL = "local:";

  private VolumeNames() {}

  public static String staged(UUID id) {
    return STAGED + id;
  }

  public static String golden(UUID id) {
    return GOLDEN + id;
  }

  public static String handle(UUID id) {
    return LOCAL + id;
  }

  /** Returns the import that works on the volume, or empty if it is not an import's. */
  public static Optional<UUID> importOf(String volume) {
    return after(STAGED, volume);
  }

  /** Returns the import that created the frozen volume, or empty if none did. */
  public static Optional<UUID> makerOf(String volume) {
    return after(GOLDEN, volume);
  }

  /** Returns the import that created the version with the handle, or empty if none did. */
  public static Optional<UUID> madeBy(String handle) {
    return after(LOCAL, handle);
  }

  public static Optional<UUID> id(String text) {
    Matcher matcher = ID.matcher(text);
    return matcher.matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  private static Optional<UUID> after(String prefix, String text) {
    return text.startsWith(prefix) ? id(text.substring(prefix.length())) : Optional.empty();
  }
}
