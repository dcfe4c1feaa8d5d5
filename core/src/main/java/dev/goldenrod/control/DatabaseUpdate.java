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
 * A change of a database; null leaves a property as it is.
 *
 * @param storage must not be less than the present storage
 * @param description for people, 4096 characters at most; may be empty
 * @param isProtected whether its deletion is refused
 */
public record DatabaseUpdate(
    @Nullable Memory memory,
    @Nullable Storage storage,
    @Nullable Cpu cpu,
    @Nullable String description,
    @Nullable Boolean isProtected) {
  public DatabaseUpdate {
    if (description != null) {
      ResourceTextValidator.requireDescription(description);
    }
  }

  /** Creates a change of resources or description. */
  public DatabaseUpdate(
      @Nullable Memory memory,
      @Nullable Storage storage,
      @Nullable Cpu cpu,
      @Nullable String description) {
    this(memory, storage, cpu, description, null);
  }

  /** Returns a change of the protection from deletion only. */
  public static DatabaseUpdate ofProtection(boolean wanted) {
    return new DatabaseUpdate(null, null, null, null, wanted);
  }

  boolean growsStorage(Database database) {
    DatabaseConfig has = database.template().config();
    return config(has).storage().compareTo(has.storage()) > 0;
  }

  Database appliedTo(Database database) {
    DatabaseConfig has = database.template().config();
    DatabaseConfig wanted = config(has);
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

  private DatabaseConfig config(DatabaseConfig has) {
    return new DatabaseConfig(
        Optional.ofNullable(memory).orElse(has.memory()),
        Optional.ofNullable(storage).orElse(has.storage()),
        Optional.ofNullable(cpu).orElse(has.cpu()));
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
