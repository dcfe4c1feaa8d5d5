package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.port.WorkRepository;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiWork(Sql sql) implements WorkRepository {
  private static final Columns<WorkItem> COLUMNS =
      new Columns<>(
          "resource_id, org_id, kind, cluster_id, due_at, attempts, lease_owner, "
              + "lease_until, revision",
          JdbiWork::read);

  /** Matches the lease of one claim. Another claim of the same owner has another expiry. */
  private static final String LEASE_MATCHES =
      " where resource_id = :id and lease_owner = :owner and lease_until = :until";

  @Override
  public void schedule(WorkItem item) {
    // If the row is deleted between the two statements, the next round inserts it.
    while (!tryInsert(item) && !tryReschedule(item)) {
      Thread.onSpinWait();
    }
  }

  private boolean tryInsert(WorkItem item) {
    return sql.update(
            """
            insert into work_items
              (resource_id, org_id, kind, cluster_id, due_at, attempts, lease_owner, lease_until,
               revision)
            values (:id, :orgId, :kind, :clusterId, :dueAt, :attempts, :owner, :until, :revision)
            on conflict do nothing
            """,
            values ->
                values
                    .uuid("id", item.resourceId())
                    .uuid("orgId", item.orgId())
                    .constant("kind", item.kind())
                    .uuid("clusterId", item.clusterId())
                    .instant("dueAt", item.dueAt())
                    .number("attempts", item.attempts())
                    .text("owner", item.leaseOwner())
                    .instant("until", item.leaseUntil())
                    .number("revision", item.revision()))
        > 0;
  }

  private boolean tryReschedule(WorkItem item) {
    return sql.update(
            """
            update work_items set kind = :kind, cluster_id = :clusterId, due_at = :dueAt,
              attempts = 0, revision = revision + 1
            where resource_id = :id
            """,
            values ->
                values
                    .uuid("id", item.resourceId())
                    .constant("kind", item.kind())
                    .uuid("clusterId", item.clusterId())
                    .instant("dueAt", item.dueAt()))
        > 0;
  }

  @Override
  public Optional<WorkItem> find(UUID resourceId) {
    return sql.one(
        COLUMNS,
        "from work_items where resource_id = :id",
        values -> values.uuid("id", resourceId));
  }

  @Override
  public List<WorkItem> due(Instant now, List<UUID> clusters, int limit) {
    return sql.list(
        COLUMNS,
        """
        from work_items
        where due_at <= :now and (lease_until is null or lease_until <= :now)
          and (cluster_id is null or cluster_id = any (:clusters))
        order by due_at limit :limit
        """,
        values -> values.instant("now", now).uuids("clusters", clusters).number("limit", limit));
  }

  @Override
  public Optional<WorkItem> claim(WorkItem item, String owner, Instant until) {
    int claimed =
        sql.updateWithoutFlush(
            """
            update work_items set lease_owner = :owner, lease_until = :until,
              revision = revision + 1
            where resource_id = :id and revision = :revision
            """,
            values ->
                values
                    .uuid("id", item.resourceId())
                    .text("owner", owner)
                    .instant("until", until)
                    .number("revision", item.revision()));
    return claimed > 0 ? Optional.of(item.claimed(owner, until)) : Optional.empty();
  }

  @Override
  public boolean release(WorkItem claimed, Instant dueAt, int attempts) {
    int released =
        sql.updateWithoutFlush(
            """
        update work_items set
          due_at = case when revision = :revision then :dueAt else due_at end,
          attempts = case when revision = :revision then :attempts else attempts end,
          lease_owner = null, lease_until = null, revision = revision + 1
        """
                + LEASE_MATCHES,
            values ->
                bindClaim(values, claimed)
                    .number("revision", claimed.revision())
                    .instant("dueAt", dueAt)
                    .number("attempts", attempts));
    return released > 0;
  }

  @Override
  public boolean remove(WorkItem claimed) {
    int removed =
        sql.updateWithoutFlush(
            "delete from work_items" + LEASE_MATCHES + " and revision = :revision",
            values -> bindClaim(values, claimed).number("revision", claimed.revision()));
    return removed > 0
        || sql.updateWithoutFlush(
                """
                update work_items set lease_owner = null, lease_until = null,
                  revision = revision + 1
                """
                    + LEASE_MATCHES,
                values -> bindClaim(values, claimed))
            > 0;
  }

  @Override
  public void releaseAllOf(String owner) {
    sql.update(
        """
        update work_items set lease_owner = null, lease_until = null, revision = revision + 1
        where lease_owner = :owner
        """,
        values -> values.text("owner", owner));
  }

  private Values bindClaim(Values values, WorkItem claimed) throws SQLException {
    return values
        .uuid("id", claimed.resourceId())
        .text("owner", claimed.leaseOwner())
        .instant("until", claimed.leaseUntil());
  }

  private static WorkItem read(Row row) throws SQLException {
    return new WorkItem(
        row.uuid(),
        row.uuid(),
        row.constant(WorkKind.class),
        row.uuidOrNull(),
        row.instant(),
        row.number(),
        row.textOrNull(),
        row.instantOrNull(),
        row.longNumber());
  }
}
