package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was changed, and by whom. Thread-safe. */
public final class AuditLog {
  private final TypedApi api;

  AuditLog(TypedApi api) {
    this.api = api;
  }

  /** The newest 100 events, newest first. */
  public List<AuditEvent> list() {
    return api.list("/v1/audit", "events", AuditEvent.class);
  }

  /** All events, newest first, read page by page as the stream is. */
  public Stream<AuditEvent> stream() {
    return api.pages("/v1/audit", "events", AuditEvent.class);
  }

  /** A change, as it was made. */
  public record AuditEvent(
      String id,
      String action,
      @Nullable String actor,
      String target,
      Map<String, Object> metadata,
      Instant createdAt) {}
}
