package dev.goldenrod.testing;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.ValueNormalizer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class InMemoryAudit implements AuditRepository {
  private final InMemoryTable<UUID, AuditEvent> events;

  InMemoryAudit(UndoLog undoLog) {
    events = new InMemoryTable<>(undoLog, "audit event", AuditEvent::id);
  }

  @Override
  public void append(AuditEvent event) {
    events.insert(event);
  }

  @Override
  public List<AuditEvent> list(UUID orgId, @Nullable UUID before, int limit) {
    Stream<AuditEvent> newestFirst =
        events.lastFirst(event -> event.orgId().equals(orgId)).stream();
    if (before != null) {
      newestFirst = newestFirst.dropWhile(event -> !event.id().equals(before)).skip(1);
    }
    return newestFirst.limit(limit).toList();
  }

  @Override
  public List<AuditEntry> listAfter(UUID orgId, long number, int limit) {
    return entries(orgId).filter(entry -> entry.number() > number).limit(limit).toList();
  }

  @Override
  public long lastNumber(UUID orgId) {
    return entries(orgId).mapToLong(AuditEntry::number).max().orElse(0);
  }

  private Stream<AuditEntry> entries(UUID orgId) {
    return events.places(event -> event.orgId().equals(orgId)).entrySet().stream()
        .map(placed -> new AuditEntry(placed.getKey(), placed.getValue()));
  }

  @Override
  public List<AuditEvent> listSince(
      UUID orgId, String action, String target, Instant since, int limit) {
    return events
        .lastFirst(
            event ->
                event.orgId().equals(orgId)
                    && event.action().equals(action)
                    && event.target().equals(target)
                    && event.createdAt().isAfter(ValueNormalizer.instant(since)))
        .stream()
        .limit(limit)
        .toList();
  }

  @Override
  public int deleteCreatedBefore(Instant time, int limit) {
    Instant before = ValueNormalizer.instant(time);
    List<AuditEvent> old =
        events
            .where(
                event -> event.createdAt().isBefore(before),
                Comparator.comparing(AuditEvent::createdAt))
            .stream()
            .limit(limit)
            .toList();
    old.forEach(event -> events.remove(event.id()));
    return old.size();
  }
}
