package dev.goldenrod.storage.jdbi;

import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.golden.GoldenRef;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The mapping between databases and their rows. */
final class DatabaseRow {
  static final Columns<Database> COLUMNS =
      new Columns<>(
          "id, org_id, owner_id, cluster_id, "
              + DeletionColumns.NAME
              + ", type, version, memory, storage, cpu, "
              + "description, parent_id, source_id, snapshot_id, golden_id, golden, golden_version, masking_version, promotions, takes_over, goal, phase, endpoint, message, "
              + "is_protected, "
              + DeletionColumns.COLUMNS
              + ", created_at, revision",
          DatabaseRow::read);

  private DatabaseRow() {}

  static void bind(Values values, Database database) throws SQLException {
    GoldenRef golden = database.ancestry().golden();
    DeletionColumns.bind(values, database.id(), database.name(), database.deletion())
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
        .numberOrNull("maskingVersion", golden == null ? null : golden.maskingVersion())
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
        DeletionColumns.read(row),
        row.instant(),
        row.longNumber());
  }

  private static @Nullable GoldenRef golden(Row row) throws SQLException {
    UUID id = row.uuidOrNull();
    String name = row.text();
    int version = row.number();
    Integer maskingVersion = row.numberOrNull();
    return id == null ? null : new GoldenRef(id, name, version, maskingVersion);
  }
}
