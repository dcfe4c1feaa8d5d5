package dev.goldenrod.testing;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.ValueNormalizer;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class InMemoryAudit implements AuditRepository {
  private static final Comparator<Place> ORDER = Comparator.comparing(Place::number);

  private final InMemoryTable<UUID, AuditEvent> events;

  InMemoryAudit(UndoLog undoLog) {
    events =
        new InMemoryTable<>(undoLog, "audit event", AuditEvent::id).listedBy(AuditEvent::createdAt);
  }

  @Override
  public void append(AuditEvent event) {
    events.insert(event);
  }

  @Override
  public List<AuditEvent> list(UUID orgId, @Nullable Place after, int limit) {
    return list(orgId, AuditFilter.NONE, after, limit);
  }

  @Override
  public List<AuditEvent> list(UUID orgId, AuditFilter filter, @Nullable Place after, int limit) {
    return events.page(
        event -> event.orgId().equals(orgId) && filter.selects(event), ORDER, after, limit);
  }

  @Override
  public Optional<Place> place(UUID orgId, UUID id) {
    return events.place(id, event -> event.orgId().equals(orgId));
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
        events.first(
            limit,
            event -> event.createdAt().isBefore(before),
            Comparator.comparing(AuditEvent::createdAt));
    old.forEach(event -> events.remove(event.id()));
    return old.size();
  }
}
