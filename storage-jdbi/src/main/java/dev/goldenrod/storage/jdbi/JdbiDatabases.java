package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.port.DatabaseRepository;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

record JdbiDatabases(Sql sql) implements DatabaseRepository {
  private static final Columns<Database> COLUMNS =
      new Columns<>(
          "id, org_id, owner_id, cluster_id, "
              + Deletions.NAME
              + ", type, version, memory, storage, cpu, "
              + "description, parent_id, source_id, snapshot_id, golden_id, golden, golden_version, promotions, takes_over, goal, phase, endpoint, message, "
              + "is_protected, "
              + Deletions.COLUMNS
              + ", created_at, revision",
          JdbiDatabases::read);

  private static final Columns<DatabaseSnapshot> SNAPSHOT =
      new Columns<>(
          "id, org_id, database_id, cluster_id, name, description, phase, size_bytes, "
              + "message, created_at, revision",
          JdbiDatabases::readSnapshot);

  private static final String UPDATE =
      """
      update databases set owner_id = :ownerId, cluster_id = :clusterId, %s,
        type = :type, version = :version, memory = :memory, storage = :storage, cpu = :cpu,
        description = :description, parent_id = :parentId, source_id = :sourceId,
        snapshot_id = :snapshotId, golden_id = :goldenId, golden = :golden,
        golden_version = :goldenVersion, promotions = :promotions, takes_over = :takesOver,
        goal = :goal, phase = :phase, endpoint = :endpoint,
        message = :message, is_protected = :isProtected, created_at = :createdAt, revision = revision + 1
      where id = :id and org_id = :orgId and revision = :revision
      """
          .formatted(Deletions.ASSIGNMENTS);

  @Override
  public void insert(Database database) {
    sql.update(
        """
        insert into databases
          (id, org_id, owner_id, cluster_id, name, type, version, memory, storage, cpu, description,
           parent_id, source_id, snapshot_id, golden_id, golden, golden_version,
           promotions, takes_over, goal, phase, endpoint, message,
           is_protected, deleted_name, deleted_at, deleted_by, restorable_until, created_at, revision)
        values
          (:id, :orgId, :ownerId, :clusterId, :name, :type, :version, :memory, :storage, :cpu,
           :description, :parentId, :sourceId, :snapshotId, :goldenId, :golden, :goldenVersion,
           :promotions, :takesOver, :goal, :phase, :endpoint, :message, :isProtected, :deletedName, :deletedAt, :deletedBy, :restorableUntil,
           :createdAt, :revision)
        """,
        values -> bind(values, database));
  }

  @Override
  public Optional<Database> find(UUID orgId, UUID id) {
    return sql.one(
        COLUMNS,
        "from databases where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  @Override
  public Optional<Database> lock(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return sql.one(
        COLUMNS,
        "from databases where id = :id and org_id = :orgId for update",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  @Override
  public Optional<Database> findByName(UUID orgId, String name) {
    return sql.one(
        COLUMNS,
        "from databases where org_id = :orgId and name = :name and deleted_at is null",
        values -> values.uuid("orgId", orgId).text("name", name));
  }

  @Override
  public List<Database> list(UUID orgId) {
    return sql.list(
        COLUMNS,
        "from databases where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public boolean update(Database database) {
    return sql.update(UPDATE, values -> bind(values, database)) > 0;
  }

  @Override
  public boolean updateProgress(Database database) {
    return sql.updateUntilKilled(UPDATE, values -> bind(values, database)) > 0;
  }

  @Override
  public boolean delete(UUID orgId, UUID id) {
    return sql.update(
            "delete from databases where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
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
    return sql.one(
        SNAPSHOT,
        "from database_snapshots where id = :id and org_id = :orgId",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  @Override
  public Optional<DatabaseSnapshot> lockSnapshot(UUID orgId, UUID id) {
    sql.acquireWriteLock();
    return sql.one(
        SNAPSHOT,
        "from database_snapshots where id = :id and org_id = :orgId for update",
        values -> values.uuid("id", id).uuid("orgId", orgId));
  }

  @Override
  public List<DatabaseSnapshot> listSnapshots(UUID orgId) {
    return sql.list(
        SNAPSHOT,
        "from database_snapshots where org_id = :orgId order by created_at, seq",
        values -> values.uuid("orgId", orgId));
  }

  @Override
  public List<DatabaseSnapshot> snapshotsOf(UUID orgId, UUID databaseId) {
    return sql.list(
        SNAPSHOT,
        """
        from database_snapshots where database_id = :databaseId and org_id = :orgId
        order by created_at, seq
        """,
        values -> values.uuid("databaseId", databaseId).uuid("orgId", orgId));
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
    return sql.update(
            "delete from database_snapshots where id = :id and org_id = :orgId",
            values -> values.uuid("id", id).uuid("orgId", orgId))
        > 0;
  }

  private static void bind(Values values, Database database) {
    GoldenRef golden = database.ancestry().golden();
    Deletions.bind(values, database.id(), database.name(), database.deletion())
        .uuid("id", database.id())
        .uuid("orgId", database.orgId())
        .uuid("ownerId", database.ownerId())
        .uuid("clusterId", database.clusterId())
        .constant("type", database.template().type())
        .text("version", database.template().version())
        .constant("memory", database.template().config().memory())
        .constant("storage", database.template().config().storage())
        .constant("cpu", database.template().config().cpu())
        .text("description", database.template().description())
        .uuid("parentId", database.ancestry().parentId())
        .uuid("sourceId", database.ancestry().sourceId())
        .uuid("snapshotId", database.ancestry().snapshotId())
        .uuid("goldenId", golden == null ? null : golden.goldenId())
        .text("golden", golden == null ? "" : golden.name())
        .number("goldenVersion", golden == null ? 0 : golden.version())
        .number("promotions", database.promotion().number())
        .text("takesOver", database.promotion().endpoint())
        .constant("goal", database.goal())
        .constant("phase", database.phase())
        .text("endpoint", database.status().endpoint())
        .text("message", database.status().message())
        .flag("isProtected", database.isProtected())
        .instant("createdAt", database.createdAt())
        .number("revision", database.revision());
  }

  private static Database read(Row row) throws SQLException {
    return new Database(
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.uuid(),
        row.text(),
        new Database.Template(
            row.constant(DatabaseType.class),
            row.text(),
            new DatabaseConfig(
                row.constant(DatabaseConfig.Memory.class),
                row.constant(DatabaseConfig.Storage.class),
                row.constant(DatabaseConfig.Cpu.class)),
            row.text()),
        new Ancestry(row.uuidOrNull(), row.uuidOrNull(), row.uuidOrNull(), golden(row)),
        new Promotion(row.number(), row.text()),
        row.constant(Database.Goal.class),
        new Database.Status(row.constant(DatabasePhase.class), row.text(), row.text()),
        row.flag(),
        Deletions.read(row),
        row.instant(),
        row.longNumber());
  }

  private static @Nullable GoldenRef golden(Row row) throws SQLException {
    UUID id = row.uuidOrNull();
    String name = row.text();
    int version = row.number();
    return id == null ? null : new GoldenRef(id, name, version);
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

  private static DatabaseSnapshot readSnapshot(Row row) throws SQLException {
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
