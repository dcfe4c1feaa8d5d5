package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiSources(Sql sql) implements SourceRepository {
  private static final Columns<Source> COLUMNS =
      new Columns<>("id, org_id, kind, config, scoped_creds_ref, created_at", JdbiSources::read);

  @Override
  public void insert(Source source) {
    sql.update(
        """
        insert into sources (id, org_id, kind, config, scoped_creds_ref, created_at)
        values (:id, :orgId, :kind, :config, :scopedCredsRef, :createdAt)
        """,
        values ->
            values
                .uuid("id", source.id())
                .uuid("orgId", source.orgId())
                .constant("kind", source.kind())
                .json("config", source.config())
                .text("scopedCredsRef", source.scopedCredsRef())
                .instant("createdAt", source.createdAt()));
  }

  @Override
  public Optional<Source> find(UUID orgId, UUID id) {
    return one("from sources where id = :id and org_id = :orgId", orgId, id);
  }

  @Override
  public Optional<Source> lock(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return one("from sources where id = :id and org_id = :orgId for update", orgId, id);
  }

  @Override
  public List<Source> list(UUID orgId) {
    return sql.list(
        COLUMNS,
        "from sources where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    sql.update(
        "delete from sources where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  private Optional<Source> one(String from, UUID orgId, UUID id) {
    return sql.one(COLUMNS, from, values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  private static Source read(Row row) throws SQLException {
    return new Source(
        row.uuid(),
        row.uuid(),
        row.constant(SourceKind.class),
        row.json(),
        row.text(),
        row.instant());
  }
}
