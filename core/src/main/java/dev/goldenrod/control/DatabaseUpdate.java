package dev.goldenrod.control;

import dev.goldenrod.control.context.ResourceTextValidator;
import dev.goldenrod.control.database.DatabaseRevision;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
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

  DatabaseRevision revision() {
    return new DatabaseRevision(this::config, description, isProtected);
  }

  private DatabaseConfig config(DatabaseConfig has) {
    return new DatabaseConfig(
        Optional.ofNullable(memory).orElse(has.memory()),
        Optional.ofNullable(storage).orElse(has.storage()),
        Optional.ofNullable(cpu).orElse(has.cpu()));
  }
}
