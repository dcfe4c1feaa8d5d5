package dev.goldenrod.golden;

import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reference to the golden version that an instance is cloned, or a database copied, from.
 *
 * @param maskingVersion the version of the rules that masked it; null if it was not masked
 */
public record GoldenRef(UUID goldenId, String name, int version, @Nullable Integer maskingVersion) {
  public GoldenRef {
    Objects.requireNonNull(goldenId);
    Objects.requireNonNull(name);
  }

  /** Returns a reference to a version that was not masked. */
  public static GoldenRef unmasked(UUID goldenId, String name, int version) {
    return new GoldenRef(goldenId, name, version, null);
  }

  /** Returns a reference to a version of the golden with that name. */
  public static GoldenRef of(String name, GoldenVersion version) {
    GoldenVersion.Masking masking = version.masking();
    return new GoldenRef(
        version.goldenId(),
        name,
        version.number(),
        masking == null ? null : masking.rulesVersion());
  }
}
