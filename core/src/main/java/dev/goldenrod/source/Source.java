package dev.goldenrod.source;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A database that goldens can be imported from.
 *
 * @param config endpoint metadata as a JSON object's values (strings, numbers, booleans, null,
 *     lists and maps of these); never a secret
 * @param scopedCredsRef the name of the secret in the data plane; empty when there is none
 */
public record Source(
    UUID id,
    UUID orgId,
    SourceKind kind,
    Map<String, @Nullable Object> config,
    String scopedCredsRef,
    Instant createdAt) {
  /** The only status a source has. */
  public static final String STATUS = "registered";

  public Source {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(scopedCredsRef);
    Objects.requireNonNull(createdAt);
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
  }
}
