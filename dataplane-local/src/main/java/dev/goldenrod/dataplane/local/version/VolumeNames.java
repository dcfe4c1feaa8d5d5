package dev.goldenrod.dataplane.local.version;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How imports name their volumes and handles. */
public final class VolumeNames {
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final String STAGED = "import-";
  private static final String GOLDEN = "golden-";
  private static final String LOCAL = "local:";

  private VolumeNames() {}

  /** The volume that an import works on. */
  public static String staged(UUID id) {
    return STAGED + id;
  }

  /** The frozen volume that an import made. */
  public static String golden(UUID id) {
    return GOLDEN + id;
  }

  /** The handle of that frozen volume. */
  public static String handle(UUID id) {
    return LOCAL + id;
  }

  /** The import that works on the volume. */
  public static Optional<UUID> importOf(String volume) {
    return after(STAGED, volume);
  }

  /** The import that made the frozen volume. */
  public static Optional<UUID> makerOf(String volume) {
    return after(GOLDEN, volume);
  }

  /** The import that made what the handle names. */
  public static Optional<UUID> madeBy(String handle) {
    return after(LOCAL, handle);
  }

  /** The id that the text is. */
  public static Optional<UUID> id(String text) {
    Matcher matcher = ID.matcher(text);
    return matcher.matches() ? Optional.of(UUID.fromString(text)) : Optional.empty();
  }

  private static Optional<UUID> after(String prefix, String text) {
    return text.startsWith(prefix) ? id(text.substring(prefix.length())) : Optional.empty();
  }
}
