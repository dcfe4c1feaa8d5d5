package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A database to create with the data of a golden version.
 *
 * @param name 1 to 63 of {@code a-z 0-9 -}, beginning with a letter
 * @param golden the name of a golden that the actor may launch clones of
 * @param version 0 for the latest
 * @param storage null for the smallest that holds the data, and at least the default
 * @param cluster the name or id of the cluster, which must hold the data; empty for any that does
 * @param description for people, 4096 characters at most; may be empty
 */
public record DatabaseCopy(
    String name,
    String golden,
    int version,
    Memory memory,
    @Nullable Storage storage,
    Cpu cpu,
    String cluster,
    String description) {
  public DatabaseCopy {
    ResourceTextValidator.requireName(name);
    Objects.requireNonNull(golden);
    Objects.requireNonNull(memory);
    Objects.requireNonNull(cpu);
    Objects.requireNonNull(cluster);
    ResourceTextValidator.requireDescription(description);
    if (version < 0) {
      throw ControlPlaneException.invalidBecause("golden_version", "must not be negative");
    }
  }

  /** Creates a copy without a description. */
  public DatabaseCopy(
      String name,
      String golden,
      int version,
      Memory memory,
      @Nullable Storage storage,
      Cpu cpu,
      String cluster) {
    this(name, golden, version, memory, storage, cpu, cluster, "");
  }

  /** Returns a copy of the latest version with default resources. */
  public static DatabaseCopy of(String name, String golden) {
    DatabaseConfig usual = DatabaseConfig.DEFAULT;
    return new DatabaseCopy(name, golden, 0, usual.memory(), null, usual.cpu(), "");
  }

  /** Returns the same copy with another version. */
  public DatabaseCopy withVersion(int newVersion) {
    return new DatabaseCopy(name, golden, newVersion, memory, storage, cpu, cluster, description);
  }
}
