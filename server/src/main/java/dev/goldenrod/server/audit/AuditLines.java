package dev.goldenrod.server.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Encodes audit events as JSON lines; docs/security.md lists the fields. */
final class AuditLines {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);

  /** Escapes everything but ASCII, so that no name can send control characters to a terminal. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private AuditLines() {}

  static byte[] of(List<AuditEntry> entries) {
    return entries.stream()
        .map(entry -> line(entry.event()))
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String line(AuditEvent event) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("time", TIME.format(event.createdAt()));
    fields.put("id", event.id().toString());
    fields.put("org", event.orgId().toString());
    fields.put("actor", event.actorId() == null ? null : event.actorId().toString());
    fields.put("action", event.action());
    fields.put("target", event.target());
    fields.put("details", event.metadata());
    try {
      return JSON.writeValueAsString(fields) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "audit event " + event.id() + " cannot be converted to JSON", e);
    }
  }
}
