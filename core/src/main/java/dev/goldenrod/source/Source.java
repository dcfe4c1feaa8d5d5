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
 * @param config connection metadata as a JSON object's values (strings, numbers, booleans, null,
 *     lists and maps of these); never a secret
 * @param scopedCredsRef the name of the secret in the data plane; empty for none
 */
public record Source(
    UUID id,
    UUID orgId,
    SourceKind kind,
    Map<String, @Nullable Object> config,
    String scopedCredsRef,
    Instant createdAt) {
  /** The only status of a source. */
  public static final String STATUS = "registered";

  /** The key in {@code config} of the name of the cluster that imports run in. */
  public static final String CLUSTER = "cluster";

  /** The key in {@code config} that forbids imports without masking. */
  public static final String SENSITIVE = "sensitive";

  public Source {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(scopedCredsRef);
    Objects.requireNonNull(createdAt);
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
  }

  /** Returns the name of the cluster that imports run in; empty when the config names none. */
  public String cluster() {
    return config.get(CLUSTER) instanceof String name ? name : "";
  }

  /** Returns whether imports without masking are refused. */
  public boolean isSensitive() {
    return Boolean.TRUE.equals(config.get(SENSITIVE));
  }

  /** Returns a copy whose imports run in the cluster of the given name. */
  public Source inCluster(String name) {
    Map<String, @Nullable Object> placed = new LinkedHashMap<>(config);
    placed.put(CLUSTER, name);
    return new Source(id, orgId, kind, placed, scopedCredsRef, createdAt);
  }
}
