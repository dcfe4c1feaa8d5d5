package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a database is to be another; null is what stays as it is.
 *
 * @param storage no less than it has
 * @param description for people, 4096 characters at most; may be empty
 */
public record DatabaseUpdate(
    @Nullable Memory memory,
    @Nullable Storage storage,
    @Nullable Cpu cpu,
    @Nullable String description) {
  /** Refuses a description that is too long. */
  public DatabaseUpdate {
    if (description != null) {
      DatabaseTexts.requireDescription(description);
    }
  }

  /** Whether it asks for more storage than the database has. */
  boolean growsStorage(Database database) {
    return config(database).storage().compareTo(database.template().config().storage()) > 0;
  }

  /**
   * The database as it is to be.
   *
   * @throws ControlPlaneException when it would have less storage
   */
  Database appliedTo(Database database) {
    DatabaseConfig has = database.template().config();
    DatabaseConfig wanted = config(database);
    if (wanted.storage().compareTo(has.storage()) < 0) {
      throw ControlPlaneException.invalidBecause(
          "config.storage",
          "'%s' is less than the %s that database '%s' has; storage can only grow, so make a smaller database and copy the data"
              .formatted(wanted.storage().wireName(), has.storage().wireName(), database.name()));
    }
    Database resized = wanted.equals(has) ? database : database.resizeRequested(wanted);
    return description == null || description.equals(database.template().description())
        ? resized
        : resized.described(description);
  }

  private DatabaseConfig config(Database database) {
    DatabaseConfig has = database.template().config();
    return new DatabaseConfig(
        Optional.ofNullable(memory).orElse(has.memory()),
        Optional.ofNullable(storage).orElse(has.storage()),
        Optional.ofNullable(cpu).orElse(has.cpu()));
  }

  /** What of it the audit tells: all but the text of the description. */
  static Map<String, @Nullable Object> auditMetadata(Database old, Database next) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    DatabaseConfig before = old.template().config();
    DatabaseConfig after = next.template().config();
    if (before.memory() != after.memory()) {
      changed.put("memory", after.memory().wireName());
    }
    if (before.storage() != after.storage()) {
      changed.put("storage", after.storage().wireName());
    }
    if (before.cpu() != after.cpu()) {
      changed.put("cpu", after.cpu().wireName());
    }
    if (!old.template().description().equals(next.template().description())) {
      changed.put("description", true);
    }
    return changed;
  }
}
