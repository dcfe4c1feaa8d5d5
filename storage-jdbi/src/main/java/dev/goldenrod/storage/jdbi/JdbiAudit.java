package dev.goldenrod.storage.jdbi;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.Place;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiAudit(Sql sql) implements AuditRepository {
  private static final Columns<AuditEvent> COLUMNS =
      new Columns<>("id, org_id, action, actor_id, target, metadata, created_at", JdbiAudit::read);

  private static final Columns<AuditEntry> ENTRIES =
      new Columns<>(
          "seq, " + COLUMNS.names(), row -> new AuditEntry(row.longNumber(), COLUMNS.read(row)));
  private static final Columns<Long> LAST = new Columns<>("max(seq)", Row::longNumber);

  @Override
  public void append(AuditEvent event) {
    sql.update(
        """
        insert into audit_events (id, org_id, action, actor_id, target, metadata, created_at)
        values (:id, :orgId, :action, :actorId, :target, :metadata, :createdAt)
        """,
        values ->
            values
                .uuid("id", event.id())
                .uuid("orgId", event.orgId())
                .text("action", event.action())
                .uuid("actorId", event.actorId())
                .text("target", event.target())
                .json("metadata", event.metadata())
                .instant("createdAt", event.createdAt()));
    sql.setAuditEvent(event.id());
  }

  /**
   * Returns whether an event was committed. Waits for the end of the transaction that appended it.
   * This transaction inserts the event's id itself, so it must be rolled back if the result is
   * false.
   */
  boolean isCommitted(UUID id) {
    return sql.update(
            """
            insert into audit_events (id, org_id, action, target, metadata, created_at)
            values (:id, :id, '', '', '{}', current_timestamp) on conflict do nothing
            """,
            values -> values.uuid("id", id))
        == 0;
  }

  @Override
  public List<AuditEvent> list(UUID orgId, @Nullable Place after, int limit) {
    return list(orgId, AuditFilter.NONE, after, limit);
  }

  /** The order names all columns of the index; otherwise H2 reads and sorts the whole log. */
  @Override
  public List<AuditEvent> list(UUID orgId, AuditFilter filter, @Nullable Place after, int limit) {
    return sql.list(
        COLUMNS,
        "from audit_events where org_id = :orgId and seq < :number"
            + conditions(filter)
            + " order by org_id desc, seq desc limit :limit",
        values ->
            values
                .uuid("orgId", orgId)
                .number("number", after == null ? Long.MAX_VALUE : after.number())
                .text("text", filter.text())
                .text("kind", filter.kind() + "/")
                .uuid("actorId", filter.actorId())
                .instant("from", filter.from())
                .instant("until", filter.until())
                .number("limit", limit));
  }

  private static String conditions(AuditFilter filter) {
    return (filter.text().isEmpty()
            ? ""
            : " and (position(:text in action) > 0 or position(:text in target) > 0)")
        + (filter.kind().isEmpty() ? "" : " and position(:kind in target) = 1")
        + (filter.actorId() == null ? "" : " and actor_id = :actorId")
        + (filter.from() == null ? "" : " and created_at >= :from")
        + (filter.until() == null ? "" : " and created_at < :until");
  }

  @Override
  public Optional<Place> place(UUID orgId, UUID id) {
    return sql.find(Columns.PLACE, "audit_events", orgId, id);
  }

  @Override
  public List<AuditEntry> listAfter(UUID orgId, long number, int limit) {
    return sql.list(
        ENTRIES,
        "from audit_events where org_id = :orgId and seq > :number"
            + " order by org_id, seq limit :limit",
        values -> values.uuid("orgId", orgId).number("number", number).number("limit", limit));
  }

  @Override
  public long lastNumber(UUID orgId) {
    return sql.list(
            LAST, "from audit_events where org_id = :orgId", values -> values.uuid("orgId", orgId))
        .get(0);
  }

  @Override
  public List<AuditEvent> listSince(
      UUID orgId, String action, String target, Instant since, int limit) {
    return sql.list(
        COLUMNS,
        """
        from audit_events
        where org_id = :orgId and target = :target and action = :action and created_at > :since
        order by seq desc limit :limit
        """,
        values ->
            values
                .uuid("orgId", orgId)
                .text("target", target)
                .text("action", action)
                .instant("since", since)
                .number("limit", limit));
  }

  @Override
  public int deleteCreatedBefore(Instant time, int limit) {
    return sql.update(
        """
        delete from audit_events where id in (
          select id from audit_events where created_at < :time order by created_at limit :limit)
        """,
        values -> values.instant("time", time).number("limit", limit));
  }

  private static AuditEvent read(Row row) throws SQLException {
    return new AuditEvent(
        row.uuid(),
        row.uuid(),
        row.text(),
        row.uuidOrNull(),
        row.text(),
        row.json(),
        row.instant());
  }
}
