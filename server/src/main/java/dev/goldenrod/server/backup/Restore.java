package dev.goldenrod.server.backup;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.StoreBackup;
import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Restores a backup. The store is restored last and atomically, so a restore that was killed can be
 * repeated. Existing data is overwritten only if {@code replacing} is set.
 */
public record Restore(BackupFolder backup, boolean replacing) {
  private static final Path ID = Path.of("id");

  /**
   * Restores the files, and the store into PostgreSQL or, without a URL, the data directory.
   *
   * @throws StoreException if existing data would be overwritten; then nothing was changed
   */
  public StoreContents into(DataDirectory directory, Optional<StoreOptions> url) {
    try {
      url.ifPresentOrElse(
          options -> StoreBackup.requireFree(options, replacing), () -> requireNoStore(directory));
      requireNoOtherFiles(directory);
      for (Map.Entry<Path, Path> file : backup.belongings().entrySet()) {
        put(directory.path().resolve(file.getKey()), file.getValue());
      }
      removeForeignToken(directory);
      try (InputStream dump = backup.store()) {
        return url.isPresent()
            ? StoreBackup.restore(url.get(), dump, replacing)
            : StoreBackup.restoreH2(directory.store(), dump);
      }
    } catch (IOException e) {
      throw new StoreException(
          "the backup cannot be restored into %s: %s".formatted(directory.path(), e), e);
    }
  }

  private void requireNoStore(DataDirectory directory) {
    Path file = Path.of(directory.store() + ".mv.db");
    try {
      if (!replacing && Files.exists(file) && Files.size(file) > 0) {
        throw new StoreException(
            "%s already contains a store; use a new data directory, or --replace to replace that store"
                .formatted(directory.path()));
      }
    } catch (IOException e) {
      throw new StoreException("cannot read " + file, e);
    }
  }

  private void requireNoOtherFiles(DataDirectory directory) throws IOException {
    if (replacing) {
      return;
    }
    for (Map.Entry<Path, Path> file : backup.belongings().entrySet()) {
      Path there = directory.path().resolve(file.getKey());
      boolean isFresh = file.getKey().equals(ID) && !directory.hasVolumes();
      if (!isFresh && Files.exists(there) && Files.mismatch(there, file.getValue()) >= 0) {
        throw new StoreException(
            "%s already exists and differs from the backup's; use a new data directory, or --replace to replace it"
                .formatted(there));
      }
    }
  }

  /** Deletes the admin token of the overwritten store, which is no longer valid. */
  private void removeForeignToken(DataDirectory directory) throws IOException {
    Path token = directory.adminToken();
    if (replacing && !backup.belongings().containsKey(directory.path().relativize(token))) {
      Files.deleteIfExists(token);
    }
  }

  private static void put(Path target, Path source) throws IOException {
    OwnerOnly.makeFolder(target.getParent());
    DurableFile.write(target, Files.readAllBytes(source));
  }
}
