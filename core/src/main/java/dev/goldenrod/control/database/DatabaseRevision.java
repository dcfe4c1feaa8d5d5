package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A change of a database's resources, description or protection.
 *
 * @param config returns the new resources for the present ones
 * @param description null for no change
 * @param isProtected null for no change
 */
public record DatabaseRevision(
    UnaryOperator<DatabaseConfig> config,
    @Nullable String description,
    @Nullable Boolean isProtected) {
  boolean growsStorage(Database database) {
    DatabaseConfig has = database.template().config();
    return config.apply(has).storage().compareTo(has.storage()) > 0;
  }

  Database appliedTo(Database database) {
    DatabaseConfig has = database.template().config();
    DatabaseConfig wanted = config.apply(has);
    if (wanted.storage().compareTo(has.storage()) < 0) {
      throw ControlPlaneException.invalidBecause(
          "config.storage",
          "'%s' is less than the %s of database '%s'; storage can only grow, so create a smaller database and copy the data"
              .formatted(wanted.storage().wireName(), has.storage().wireName(), database.name()));
    }
    Database resized = wanted.equals(has) ? database : database.resizeRequested(wanted);
    Database described = description == null ? resized : resized.described(description);
    return isProtected == null ? described : described.withProtection(isProtected);
  }

  /** Returns the changes for the audit log, without the text of the description. */
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
    if (old.isProtected() != next.isProtected()) {
      changed.put("protected", next.isProtected());
    }
    return changed;
  }
}
