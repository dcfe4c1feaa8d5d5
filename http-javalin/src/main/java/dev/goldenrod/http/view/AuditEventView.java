package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.audit.AuditEvent;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An audit event. */
public record AuditEventView(
    UUID id,
    String action,
    @Nullable UUID actor,
    String target,
    Map<String, @Nullable Object> metadata,
    String createdAt) {
  public static AuditEventView of(AuditEvent event) {
    return new AuditEventView(
        event.id(),
        event.action(),
        event.actorId(),
        event.target(),
        event.metadata(),
        Timestamps.text(event.createdAt()));
  }
}
