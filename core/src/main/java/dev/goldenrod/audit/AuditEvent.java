package dev.goldenrod.audit;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One recorded change.
 *
 * @param action {@code <noun>.<past participle>}, as in {@code instance.launched}
 * @param actorId the member who made the change; null for the system
 * @param target {@code <noun>/<id>}
 * @param metadata facts of the change; never a secret
 */
public record AuditEvent(
    UUID id,
    UUID orgId,
    String action,
    @Nullable UUID actorId,
    String target,
    Map<String, @Nullable Object> metadata,
    Instant createdAt) {
  public AuditEvent {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(action);
    Objects.requireNonNull(target);
    Objects.requireNonNull(createdAt);
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }
}
