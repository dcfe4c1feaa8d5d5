package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.port.DatabaseRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The snapshots in the repository of databases. {@link JdbiDatabases} adds the databases. */
abstract class JdbiDatabaseSnapshots implements DatabaseRepository {
  private static final Columns<DatabaseSnapshot> COLUMNS =
      new Columns<>(
          "id, org_id, database_id, cluster_id, name, description, phase, size_bytes, "
              + "message, created_at, revision",
          JdbiDatabaseSnapshots::read);

  final Sql sql;

  JdbiDatabaseSnapshots(Sql sql) {
    this.sql = sql;
  }

  @Override
  public void insertSnapshot(DatabaseSnapshot snapshot) {
    sql.update(
        """
        insert into database_snapshots
          (id, org_id, database_id, cluster_id, name, description, phase, size_bytes,
           message, created_at, revision)
        values
          (:id, :orgId, :databaseId, :clusterId, :name, :description, :phase, :sizeBytes,
           :message, :createdAt, :revision)
        """,
        values -> bind(values, snapshot));
  }

  @Override
  public Optional<DatabaseSnapshot> findSnapshot(UUID orgId, UUID id) {
    return sql.find(COLUMNS, "database_snapshots", orgId, id);
  }

  @Override
  public Optional<DatabaseSnapshot> lockSnapshot(UUID orgId, UUID id) {
    return sql.lock(COLUMNS, "database_snapshots", orgId, id);
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId) {
    return sql.list(
        COLUMNS,
        """
        from database_snapshots where database_id = :databaseId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOfAll(UUID orgId, Collection<UUID> databaseIds) {
    return sql.findAll(COLUMNS, "database_snapshots", "database_id", orgId, databaseIds);
  }

  @Override
  public List<DatabaseSnapshot> findSnapshots(UUID orgId, Collection<UUID> ids) {
    return sql.findAll(COLUMNS, "database_snapshots", orgId, ids);
  }

  @Override
  public Set<UUID> existingSnapshots(UUID orgId, Collection<UUID> ids) {
    return sql.existing("database_snapshots", orgId, ids);
  }

  @Override
  public List<Placed<DatabaseSnapshot>> pageOfSnapshots(
      UUID orgId, UUID databaseId, @Nullable Place after, int limit) {
    return sql.page(
        COLUMNS,
        "from database_snapshots where database_id = :databaseId and org_id = :orgId",
        after,
        limit,
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
  }

  @Override
  public List<DatabaseSnapshot> snapshotsIn(UUID orgId, UUID clusterId) {
    return sql.list(
        COLUMNS,
        """
        from database_snapshots where cluster_id = :clusterId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("clusterId", clusterId).uuid("orgId", orgId));
  }

  @Override
  public int countSnapshots(UUID orgId) {
    return sql.count(
        "from database_snapshots where org_id = :orgId and phase <> 'DELETING'",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public int countSnapshotsOwnedBy(UUID orgId, UUID ownerId) {
    return sql.count(
        """
        from database_snapshots join databases on databases.id = database_snapshots.database_id
        where databases.owner_id = :ownerId and databases.org_id = :orgId
          and database_snapshots.phase <> 'DELETING'
        """,
        values -> values.uuid("ownerId", ownerId).uuid("orgId", orgId));
  }

  @Override
  public boolean updateSnapshot(DatabaseSnapshot snapshot) {
    return sql.update(
            """
            update database_snapshots set database_id = :databaseId, cluster_id = :clusterId,
              name = :name, description = :description, phase = :phase,
              size_bytes = :sizeBytes, message = :message, created_at = :createdAt,
              revision = revision + 1
            where id = :id and org_id = :orgId and revision = :revision
            """,
            values -> bind(values, snapshot))
        > 0;
  }

  @Override
  public boolean deleteSnapshot(UUID orgId, UUID id) {
    return sql.delete("database_snapshots", orgId, id);
  }

  private static void bind(Values values, DatabaseSnapshot snapshot) throws SQLException {
    values
        .uuid("id", snapshot.id())
        .uuid("orgId", snapshot.orgId())
        .uuid("databaseId", snapshot.databaseId())
        .uuid("clusterId", snapshot.clusterId())
        .text("name", snapshot.name())
        .text("description", snapshot.description())
        .constant("phase", snapshot.phase())
        .number("sizeBytes", snapshot.sizeBytes())
        .text("message", snapshot.message())
        .instant("createdAt", snapshot.createdAt())
        .number("revision", snapshot.revision());
  }

  private static DatabaseSnapshot read(Row row) throws SQLException {
    return new DatabaseSnapshot(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.text(),
        row.text(),
        row.constant(DatabaseSnapshot.Phase.class),
        row.longNumber(),
        row.text(),
        row.instant(),
        row.longNumber());
  }
}
