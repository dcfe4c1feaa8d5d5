package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.SourceRepository;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiSources(Sql sql) implements SourceRepository {
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
    return one("select * from sources where id = :id and org_id = :orgId", orgId, id);
  }

  @Override
  public Optional<Source> lock(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return one("select * from sources where id = :id and org_id = :orgId for update", orgId, id);
  }

  @Override
  public List<Source> list(UUID orgId) {
    return sql.list(
        "select * from sources where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId),
        this::read);
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    sql.update(
        "delete from sources where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  private Optional<Source> one(String select, UUID orgId, UUID id) {
    return sql.one(select, values -> values.uuid("id", id).uuid("orgId", orgId), this::read);
  }

  private Source read(Row row) throws SQLException {
    return new Source(
        row.uuid("id"),
        row.uuid("org_id"),
        row.constant("kind", SourceKind.class),
        row.json("config"),
        row.text("scoped_creds_ref"),
        row.instant("created_at"));
  }
}
