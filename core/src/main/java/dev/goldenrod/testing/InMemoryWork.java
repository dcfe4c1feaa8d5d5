package dev.goldenrod.testing;

import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkRepository;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class InMemoryWork implements WorkRepository {
  private final InMemoryTable<UUID, WorkItem> items;

  InMemoryWork(UndoLog undoLog) {
    items = new InMemoryTable<>(undoLog, "work item", WorkItem::resourceId);
  }

  @Override
  public void schedule(WorkItem item) {
    find(item.resourceId())
        .ifPresentOrElse(
            stored -> items.replace(rescheduled(stored, item)), () -> items.insert(item));
  }

  @Override
  public Optional<WorkItem> find(UUID resourceId) {
    return items.find(resourceId);
  }

  @Override
  public List<WorkItem> due(Instant now, List<UUID> clusters, int limit) {
    return items.first(
        limit,
        item -> isDue(item, now) && isNeededIn(item, clusters),
        Comparator.comparing(WorkItem::dueAt));
  }

  List<WorkItem> allDue(Instant now) {
    return items.where(item -> isDue(item, now), Comparator.comparing(WorkItem::dueAt));
  }

  @Override
  public Optional<WorkItem> claim(WorkItem item, String owner, Instant until) {
    Optional<WorkItem> unchanged =
        find(item.resourceId()).filter(stored -> stored.revision() == item.revision());
    unchanged.ifPresent(
        stored -> items.replace(leased(stored, stored.dueAt(), stored.attempts(), owner, until)));
    return unchanged.flatMap(stored -> find(stored.resourceId()));
  }

  @Override
  public boolean release(WorkItem claimed, Instant dueAt, int attempts) {
    Optional<WorkItem> held = held(claimed);
    held.ifPresent(
        stored ->
            items.replace(
                stored.revision() == claimed.revision()
                    ? leased(stored, dueAt, attempts, null, null)
                    : leased(stored, stored.dueAt(), stored.attempts(), null, null)));
    return held.isPresent();
  }

  @Override
  public boolean remove(WorkItem claimed) {
    Optional<WorkItem> held = held(claimed);
    held.ifPresent(
        stored -> {
          if (stored.revision() == claimed.revision()) {
            items.remove(stored.resourceId());
          } else {
            items.replace(leased(stored, stored.dueAt(), stored.attempts(), null, null));
          }
        });
    return held.isPresent();
  }

  @Override
  public void releaseAllOf(String owner) {
    items
        .where(item -> owner.equals(item.leaseOwner()))
        .forEach(item -> items.replace(leased(item, item.dueAt(), item.attempts(), null, null)));
  }

  private Optional<WorkItem> held(WorkItem claimed) {
    return find(claimed.resourceId())
        .filter(
            stored ->
                stored.leaseOwner() != null
                    && stored.leaseOwner().equals(claimed.leaseOwner())
                    && Objects.equals(stored.leaseUntil(), claimed.leaseUntil()));
  }

  private static boolean isDue(WorkItem item, Instant now) {
    return !item.dueAt().isAfter(now)
        && (item.leaseUntil() == null || !item.leaseUntil().isAfter(now));
  }

  private static boolean isNeededIn(WorkItem item, List<UUID> clusters) {
    return item.clusterId() == null || clusters.contains(item.clusterId());
  }

  private static WorkItem rescheduled(WorkItem stored, WorkItem item) {
    return new WorkItem(
        stored.resourceId(),
        stored.orgId(),
        item.kind(),
        item.clusterId(),
        item.dueAt(),
        0,
        stored.leaseOwner(),
        stored.leaseUntil(),
        stored.revision() + 1);
  }

  private static WorkItem leased(
      WorkItem stored,
      Instant dueAt,
      int attempts,
      @Nullable String owner,
      @Nullable Instant until) {
    return new WorkItem(
        stored.resourceId(),
        stored.orgId(),
        stored.kind(),
        stored.clusterId(),
        dueAt,
        attempts,
        owner,
        until,
        stored.revision() + 1);
  }
}
