package dev.goldenrod.storage.jdbi;

import dev.goldenrod.Deletion;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns of deleted resources that can be restored. Their names are free for others. */
final class DeletionColumns {
  /** The name that members see. */
  static final String NAME = "coalesce(deleted_name, name)";

  static final String COLUMNS = "deleted_at, deleted_by, restorable_until";

  static final String ASSIGNMENTS =
      "name = :name, deleted_name = :deletedName, deleted_at = :deletedAt,"
          + " deleted_by = :deletedBy, restorable_until = :restorableUntil";

  private DeletionColumns() {}

  /** Binds the deletion and the name; the stored name of a deleted resource is unique. */
  static Values bind(Values values, UUID id, String name, @Nullable Deletion deletion)
      throws SQLException {
    return values
        .text("name", deletion == null ? name : "deleted." + id)
        .text("deletedName", deletion == null ? null : name)
        .instant("deletedAt", deletion == null ? null : deletion.at())
        .uuid("deletedBy", deletion == null ? null : deletion.by())
        .instant("restorableUntil", deletion == null ? null : deletion.until());
  }

  static @Nullable Deletion read(Row row) throws SQLException {
    Instant at = row.instantOrNull();
    UUID by = row.uuidOrNull();
    Instant until = row.instantOrNull();
    return at == null || by == null || until == null ? null : new Deletion(at, by, until);
  }
}
