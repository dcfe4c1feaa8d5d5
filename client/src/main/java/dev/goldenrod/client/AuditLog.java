package dev.goldenrod.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The audit log. Thread-safe. */
public final class AuditLog {
  private final TypedApi api;

  AuditLog(TypedApi api) {
    this.api = api;
  }

  /** Returns the newest 100 events, newest first. */
  public List<AuditEvent> list() {
    return api.list("/v1/audit", "events", AuditEvent.class);
  }

  /** Streams all events, newest first. Pages are requested as the stream is consumed. */
  public Stream<AuditEvent> stream() {
    return api.pages("/v1/audit", "events", AuditEvent.class);
  }

  /** A recorded change. */
  public record AuditEvent(
      String id,
      String action,
      @Nullable String actor,
      String target,
      Map<String, Object> metadata,
      Instant createdAt) {}
}
