package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.Database;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

final class JdbiDatabases extends JdbiDatabaseSnapshots {
  /** The database does not exist yet, so its origin is needed; see {@link Database#needsOrigin}. */
  private static final String NEEDS_ORIGIN =
      "endpoint = '' and goal <> 'ABSENT' and phase <> 'FAILED'";

  private static final String OLDEST_FIRST = " order by created_at, seq";

  private static final Columns<UUID> SNAPSHOT_ID = new Columns<>("distinct snapshot_id", Row::uuid);

  private static final Columns<String> NAME = new Columns<>(DeletionColumns.NAME, Row::text);

  private static final String UPDATE =
      """
      update databases set owner_id = :ownerId, cluster_id = :clusterId, %s,
        type = :type, version = :version, memory = :memory, storage = :storage, cpu = :cpu,
        description = :description, parent_id = :parentId, source_id = :sourceId,
        snapshot_id = :snapshotId, golden_id = :goldenId, golden = :golden,
        golden_version = :goldenVersion, masking_version = :maskingVersion, promotions = :promotions, takes_over = :takesOver,
        goal = :goal, phase = :phase, endpoint = :endpoint,
        message = :message, is_protected = :isProtected, created_at = :createdAt, revision = revision + 1
      where id = :id and org_id = :orgId and revision = :revision
      """
          .formatted(DeletionColumns.ASSIGNMENTS);

  JdbiDatabases(Sql sql) {
    super(sql);
  }

  @Override
  public void insert(Database database) {
    sql.update(
        """
        insert into databases
          (id, org_id, owner_id, cluster_id, name, type, version, memory, storage, cpu, description,
           parent_id, source_id, snapshot_id, golden_id, golden, golden_version, masking_version,
           promotions, takes_over, goal, phase, endpoint, message,
           is_protected, deleted_name, deleted_at, deleted_by, restorable_until, created_at, revision)
        values
          (:id, :orgId, :ownerId, :clusterId, :name, :type, :version, :memory, :storage, :cpu,
           :description, :parentId, :sourceId, :snapshotId, :goldenId, :golden, :goldenVersion, :maskingVersion,
           :promotions, :takesOver, :goal, :phase, :endpoint, :message, :isProtected, :deletedName, :deletedAt, :deletedBy, :restorableUntil,
           :createdAt, :revision)
        """,
        values -> DatabaseRow.bind(values, database));
  }

  @Override
  public Optional<Database> find(UUID orgId, UUID id) {
    return sql.find(DatabaseRow.COLUMNS, "databases", orgId, id);
  }

  @Override
  public Optional<Database> lock(UUID orgId, UUID id) {
    return sql.lock(DatabaseRow.COLUMNS, "databases", orgId, id);
  }

  @Override
  public Optional<Database> findByName(UUID orgId, String name) {
    return sql.one(
        DatabaseRow.COLUMNS,
        "from databases where org_id = :orgId and name = :name and deleted_at is null",
        values -> values.uuid("orgId", orgId).text("name", name));
  }

  @Override
  public List<Database> list(UUID orgId) {
    return sql.listAll(DatabaseRow.COLUMNS, "databases", orgId);
  }

  @Override
  public List<Placed<Database>> page(
      UUID orgId, @Nullable UUID ownerId, @Nullable Place after, int limit) {
    return sql.page(
        DatabaseRow.COLUMNS,
        "from databases where org_id = :orgId and deleted_at is null"
            + (ownerId == null ? "" : " and owner_id = :ownerId"),
        after,
        limit,
        values -> values.uuid("orgId", orgId).uuid("ownerId", ownerId));
  }

  @Override
  public List<Database> findAll(UUID orgId, Collection<UUID> ids) {
    return sql.findAll(DatabaseRow.COLUMNS, "databases", orgId, ids);
  }

  @Override
  public Set<UUID> existing(UUID orgId, Collection<UUID> ids) {
    return sql.existing("databases", orgId, ids);
  }

  @Override
  public List<Database> listOwnedBy(UUID orgId, UUID ownerId) {
    return where("owner_id = :ownerId", orgId, values -> values.uuid("ownerId", ownerId));
  }

  @Override
  public List<Database> branchesOf(UUID orgId, UUID parentId) {
    return where("parent_id = :parentId", orgId, values -> values.uuid("parentId", parentId));
  }

  @Override
  public List<Database> branchesOfAll(UUID orgId, Collection<UUID> parentIds) {
    return sql.findAll(DatabaseRow.COLUMNS, "databases", "parent_id", orgId, parentIds);
  }

  @Override
  public List<Database> inCluster(UUID orgId, UUID clusterId) {
    return where("cluster_id = :clusterId", orgId, values -> values.uuid("clusterId", clusterId));
  }

  @Override
  public List<Database> beingMadeOfDatabase(UUID orgId, UUID sourceId) {
    return beingMade("source_id", orgId, sourceId);
  }

  @Override
  public List<Database> beingMadeOfSnapshot(UUID orgId, UUID snapshotId) {
    return beingMade("snapshot_id", orgId, snapshotId);
  }

  @Override
  public List<Database> beingMadeOfGolden(UUID orgId, UUID goldenId) {
    return beingMade("golden_id", orgId, goldenId);
  }

  private List<Database> beingMade(String column, UUID orgId, UUID origin) {
    return where(
        column + " = :origin and " + NEEDS_ORIGIN, orgId, values -> values.uuid("origin", origin));
  }

  @Override
  public Set<UUID> originsAmong(UUID orgId, Collection<UUID> snapshotIds) {
    return Set.copyOf(
        sql.list(
            SNAPSHOT_ID,
            "from databases join "
                + Sql.ASKED_IDS
                + " on asked_id = snapshot_id where org_id = :orgId and goal <> 'ABSENT'",
            values -> values.uuids("ids", snapshotIds).uuid("orgId", orgId)));
  }

  @Override
  public List<Database> restorable(UUID orgId) {
    return sql.list(
        DatabaseRow.COLUMNS,
        """
        from databases where org_id = :orgId and deleted_at is not null and goal <> 'ABSENT'
        order by deleted_at, created_at, seq
        """,
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<Database> restorableOf(UUID orgId, UUID ownerId) {
    return sql.list(
        DatabaseRow.COLUMNS,
        """
        from databases where owner_id = :ownerId and org_id = :orgId
          and deleted_at is not null and goal <> 'ABSENT'
        order by deleted_at, created_at, seq
        """,
        values -> values.uuid("ownerId", ownerId).uuid("orgId", orgId));
  }

  @Override
  public List<String> namesBeginningWith(UUID orgId, String prefix) {
    return sql.list(
        NAME,
        """
        from databases where org_id = :orgId
          and (deleted_name is null and name like :pattern or deleted_name like :pattern)
        """,
        values -> values.uuid("orgId", orgId).text("pattern", prefix + "%"));
  }

  @Override
  public int countPresent(UUID orgId) {
    return sql.count(
        "from databases where org_id = :orgId and deleted_at is null and goal <> 'ABSENT'",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public int countPresentOwnedBy(UUID orgId, UUID ownerId) {
    return sql.count(
        """
        from databases where owner_id = :ownerId and org_id = :orgId
          and deleted_at is null and goal <> 'ABSENT'
        """,
        values -> values.uuid("ownerId", ownerId).uuid("orgId", orgId));
  }

  private List<Database> where(String condition, UUID orgId, Values.Binding bound) {
    return sql.list(
        DatabaseRow.COLUMNS,
        "from databases where org_id = :orgId and " + condition + OLDEST_FIRST,
        values -> bound.bind(values.uuid("orgId", orgId)));
  }

  @Override
  public boolean update(Database database) {
    return sql.update(UPDATE, values -> DatabaseRow.bind(values, database)) > 0;
  }

  @Override
  public boolean updateProgress(Database database) {
    return sql.updateWithoutFlush(UPDATE, values -> DatabaseRow.bind(values, database)) > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.delete("databases", orgId, id);
  }
}
