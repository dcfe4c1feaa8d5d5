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
    return sql.find(COLUMNS, "sources", orgId, id);
  }

  @Override
  public Optional<Source> lock(UUID orgId, UUID id) {
    return sql.lock(COLUMNS, "sources", orgId, id);
  }

  @Override
  public List<Source> list(UUID orgId) {
    return sql.listAll(COLUMNS, "sources", orgId);
  }

  @Override
  public void delete(UUID orgId, UUID id) {
    sql.delete("sources", orgId, id);
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
