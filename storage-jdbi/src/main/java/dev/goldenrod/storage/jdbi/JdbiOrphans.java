package dev.goldenrod.storage.jdbi;

import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.OrphanRepository;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiOrphans(Sql sql) implements OrphanRepository {
  private static final Columns<Orphan> COLUMNS =
      new Columns<>(
          "id, org_id, cluster_id, kind, reference, engine_type, engine_release, endpoint,"
              + " found_at, delete_at",
          JdbiOrphans::read);

  @Override
  public void insert(Orphan orphan) {
    sql.update(
        """
        insert into orphans
          (id, org_id, cluster_id, kind, reference, engine_type, engine_release, endpoint,
           found_at, delete_at)
        values
          (:id, :orgId, :clusterId, :kind, :reference, :type, :release, :endpoint,
           :foundAt, :deleteAt)
        """,
        values ->
            values
                .uuid("id", orphan.id())
                .uuid("orgId", orphan.orgId())
                .uuid("clusterId", orphan.clusterId())
                .constant("kind", orphan.kind())
                .text("reference", orphan.reference())
                .text("type", orphan.engine().type())
                .text("release", orphan.engine().release())
                .text("endpoint", orphan.endpoint())
                .instant("foundAt", orphan.foundAt())
                .instant("deleteAt", orphan.deleteAt()));
  }

  @Override
  public Optional<Orphan> find(UUID orgId, UUID id) {
    return sql.one(
        COLUMNS,
        "from orphans where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  @Override
  public List<Orphan> list(UUID orgId) {
    return sql.list(
        COLUMNS,
        "from orphans where org_id = :orgId order by found_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public void update(Orphan orphan) {
    sql.update(
        """
        update orphans set engine_type = :type, engine_release = :release, endpoint = :endpoint,
          found_at = :foundAt, delete_at = :deleteAt
        where id = :id and org_id = :orgId
        """,
        values ->
            values
                .uuid("id", orphan.id())
                .uuid("orgId", orphan.orgId())
                .text("type", orphan.engine().type())
                .text("release", orphan.engine().release())
                .text("endpoint", orphan.endpoint())
                .instant("foundAt", orphan.foundAt())
                .instant("deleteAt", orphan.deleteAt()));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.update(
            "delete from orphans where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
  }

  private static Orphan read(Row row) throws SQLException {
    return new Orphan(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.constant(Orphan.Kind.class),
        row.text(),
        new Orphan.Engine(row.text(), row.text()),
        row.text(),
        row.instant(),
        row.instant());
  }
}
