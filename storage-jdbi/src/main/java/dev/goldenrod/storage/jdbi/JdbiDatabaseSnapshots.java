package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiDatabaseSnapshots(Sql sql) {
  private static final Columns<DatabaseSnapshot> COLUMNS =
      new Columns<>(
          "id, org_id, database_id, cluster_id, name, description, phase, size_bytes, "
              + "message, created_at, revision",
          JdbiDatabaseSnapshots::read);

  void insert(DatabaseSnapshot snapshot) {
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

  Optional<DatabaseSnapshot> find(UUID orgId, UUID id) {
    return sql.one(
        COLUMNS,
        "from database_snapshots where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  Optional<DatabaseSnapshot> lock(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return sql.one(
        COLUMNS,
        "from database_snapshots where id = :id and org_id = :orgId for update",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  List<DatabaseSnapshot> ofDatabase(UUID orgId, UUID databaseId) {
    return sql.list(
        COLUMNS,
        """
        from database_snapshots where database_id = :databaseId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
  }

  List<DatabaseSnapshot> findAll(UUID orgId, Collection<UUID> ids) {
    return sql.list(
        COLUMNS,
        "from database_snapshots join "
            + Sql.ASKED_IDS
            + " on asked_id = id where org_id = :orgId order by created_at, seq",
        values -> values.uuids("ids", ids).uuid("orgId", orgId));
  }

  Set<UUID> existing(UUID orgId, Collection<UUID> ids) {
    return sql.existing("database_snapshots", orgId, ids);
  }

  List<Placed<DatabaseSnapshot>> page(
      UUID orgId, UUID databaseId, @Nullable Place after, int limit) {
    return sql.page(
        COLUMNS,
        "from database_snapshots where database_id = :databaseId and org_id = :orgId",
        after,
        limit,
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
  }

  List<DatabaseSnapshot> inCluster(UUID orgId, UUID clusterId) {
    return sql.list(
        COLUMNS,
        """
        from database_snapshots where cluster_id = :clusterId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("clusterId", clusterId).uuid("orgId", orgId));
  }

  int count(UUID orgId) {
    return sql.count(
        "from database_snapshots where org_id = :orgId and phase <> 'DELETING'",
        values -> values.uuid("orgId", orgId));
  }

  int countOwnedBy(UUID orgId, UUID ownerId) {
    return sql.count(
        """
        from database_snapshots join databases on databases.id = database_snapshots.database_id
        where databases.owner_id = :ownerId and databases.org_id = :orgId
          and database_snapshots.phase <> 'DELETING'
        """,
        values -> values.uuid("ownerId", ownerId).uuid("orgId", orgId));
  }

  boolean update(DatabaseSnapshot snapshot) {
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

  boolean delete(UUID orgId, UUID id) {
    return sql.update(
            "delete from database_snapshots where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
  }

  private static void bind(Values values, DatabaseSnapshot snapshot) {
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
