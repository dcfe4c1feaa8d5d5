package dev.goldenrod.control;

import dev.goldenrod.control.context.ResourceTexts;
import dev.goldenrod.control.database.DatabaseRevision;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a database is to be another; null is what stays as it is.
 *
 * @param storage no less than it has
 * @param description for people, 4096 characters at most; may be empty
 * @param isProtected whether its deletion is to be refused
 */
public record DatabaseUpdate(
    @Nullable Memory memory,
    @Nullable Storage storage,
    @Nullable Cpu cpu,
    @Nullable String description,
    @Nullable Boolean isProtected) {
  /** Refuses a description that is too long. */
  public DatabaseUpdate {
    if (description != null) {
      ResourceTexts.requireDescription(description);
    }
  }

  /** Other resources, or another description. */
  public DatabaseUpdate(
      @Nullable Memory memory,
      @Nullable Storage storage,
      @Nullable Cpu cpu,
      @Nullable String description) {
    this(memory, storage, cpu, description, null);
  }

  /** Protection from deletion, or its end, alone. */
  public static DatabaseUpdate ofProtection(boolean wanted) {
    return new DatabaseUpdate(null, null, null, null, wanted);
  }

  DatabaseRevision revision() {
    return new DatabaseRevision(this::config, description, isProtected);
  }

  /** The resources in the place of those that a database has. */
  private DatabaseConfig config(DatabaseConfig has) {
    return new DatabaseConfig(
        Optional.ofNullable(memory).orElse(has.memory()),
        Optional.ofNullable(storage).orElse(has.storage()),
        Optional.ofNullable(cpu).orElse(has.cpu()));
  }
}
