package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.Resources;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.OrphanRepository;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

record JdbiOrphans(Sql sql) implements OrphanRepository {
  /** The memory of unknown resources: every database uses some. */
  private static final int UNKNOWN = 0;

  private static final Columns<Orphan> COLUMNS =
      new Columns<>(
          "id, org_id, cluster_id, kind, reference, name, engine_type, engine_release, memory_mib,"
              + " storage_mib, cpu_millis, size_bytes, endpoint, found_at, delete_at",
          JdbiOrphans::read);

  @Override
  public void insert(Orphan orphan) {
    sql.update(
        """
        insert into orphans
          (id, org_id, cluster_id, kind, reference, name, engine_type, engine_release,
           memory_mib, storage_mib, cpu_millis, size_bytes, endpoint, found_at, delete_at)
        values
          (:id, :orgId, :clusterId, :kind, :reference, :name, :type, :release,
           :memory, :storage, :cpu, :size, :endpoint, :foundAt, :deleteAt)
        """,
        values ->
            facts(values, orphan.facts())
                .uuid("id", orphan.id())
                .uuid("orgId", orphan.orgId())
                .uuid("clusterId", orphan.clusterId())
                .constant("kind", orphan.kind())
                .text("reference", orphan.reference())
                .text("endpoint", orphan.endpoint())
                .instant("foundAt", orphan.foundAt())
                .instant("deleteAt", orphan.deleteAt()));
  }

  @Override
  public Optional<Orphan> find(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "orphans", orgId, id);
  }

  @Override
  public List<Orphan> list(UUID orgId) {
    return sql.list(
        COLUMNS,
        "from orphans where org_id = :orgId order by found_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<Orphan> inCluster(UUID orgId, UUID clusterId) {
    return sql.list(
        COLUMNS,
        "from orphans where cluster_id = :clusterId and org_id = :orgId order by found_at, seq",
        values -> values.uuid("clusterId", clusterId).uuid("orgId", orgId));
  }

  @Override
  public Optional<Orphan> find(UUID orgId, UUID clusterId, Orphan.Kind kind, String reference) {
    return sql.one(
        COLUMNS,
        """
        from orphans
        where cluster_id = :clusterId and kind = :kind and reference = :reference
          and org_id = :orgId
        """,
        values ->
            values
                .uuid("clusterId", clusterId)
                .constant("kind", kind)
                .text("reference", reference)
                .uuid("orgId", orgId));
  }

  @Override
  public void update(Orphan orphan) {
    sql.update(
        """
        update orphans set name = :name, engine_type = :type, engine_release = :release,
          memory_mib = :memory, storage_mib = :storage, cpu_millis = :cpu, size_bytes = :size,
          endpoint = :endpoint, found_at = :foundAt, delete_at = :deleteAt
        where id = :id and org_id = :orgId
        """,
        values ->
            facts(values, orphan.facts())
                .uuid("id", orphan.id())
                .uuid("orgId", orphan.orgId())
                .text("endpoint", orphan.endpoint())
                .instant("foundAt", orphan.foundAt())
                .instant("deleteAt", orphan.deleteAt()));
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("orphans", orgId, id);
  }

  private static Values facts(Values values, Orphan.Facts facts) throws SQLException {
    Resources resources = facts.resources();
    return values
        .text("name", facts.name())
        .text("type", facts.engine().type())
        .text("release", facts.engine().release())
        .number("memory", resources == null ? UNKNOWN : resources.memoryMib())
        .number("storage", resources == null ? UNKNOWN : resources.storageMib())
        .number("cpu", resources == null ? UNKNOWN : resources.cpuMillis())
        .number("size", facts.sizeBytes());
  }

  private static Orphan.Facts facts(Row row) throws SQLException {
    String name = row.text();
    Orphan.Engine engine = new Orphan.Engine(row.text(), row.text());
    int memory = row.number();
    int storage = row.number();
    int cpu = row.number();
    Resources resources = memory == UNKNOWN ? null : new Resources(memory, storage, cpu);
    return new Orphan.Facts(name, engine, resources, row.longNumber());
  }

  private static Orphan read(Row row) throws SQLException {
    return new Orphan(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.constant(Orphan.Kind.class),
        row.text(),
        facts(row),
        row.text(),
        row.instant(),
        row.instant());
  }
}
