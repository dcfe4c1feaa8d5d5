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
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A complete backup whose checksums have been verified, and which can be restored. */
public final class BackupFolder {
  private static final Path ID = Path.of("id");

  private final Path folder;
  private final BackupManifest manifest;

  private BackupFolder(Path folder, BackupManifest manifest) {
    this.folder = folder;
    this.manifest = manifest;
  }

  /**
   * @throws StoreException if a file is missing or damaged, or a newer release wrote the backup
   */
  public static BackupFolder verified(Path folder) {
    BackupFolder backup =
        new BackupFolder(folder.toAbsolutePath().normalize(), BackupManifest.read(folder));
    backup.manifest.files().forEach(backup::verify);
    backup.requireKnownSchema();
    try (InputStream dump = backup.store()) {
      StoreBackup.inspect(dump);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
    return backup;
  }

  /** Returns the time of the backup in ISO 8601. */
  public String createdAt() {
    return manifest.createdAt();
  }

  public String release() {
    return manifest.release();
  }

  private InputStream store() throws IOException {
    return Files.newInputStream(folder.resolve(Backup.STORE));
  }

  /** Returns the files of the data directory, by their path in it. */
  private Map<Path, Path> belongings() {
    Map<Path, Path> files = new LinkedHashMap<>();
    Path data = folder.resolve(Backup.DATA);
    manifest.files().stream()
        .map(entry -> folder.resolve(entry.path()).normalize())
        .filter(file -> file.startsWith(data))
        .forEach(file -> files.put(data.relativize(file), file));
    return files;
  }

  private void requireKnownSchema() {
    int newest = StoreBackup.newestSchemaVersion();
    if (manifest.schemaVersion() > newest) {
      throw new StoreException(
          "the backup %s was created by release %s, whose store is at migration %d; this release knows %d at most: restore it with that release or a newer one"
              .formatted(folder, manifest.release(), manifest.schemaVersion(), newest));
    }
  }

  private void verify(BackupManifest.Entry entry) {
    Path file = folder.resolve(entry.path()).normalize();
    if (!file.startsWith(folder) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new StoreException(
          "the backup %s lacks %s; use another backup".formatted(folder, entry.path()));
    }
    if (!sha256(file).equals(entry.sha256())) {
      throw new StoreException(
          "the backup %s is damaged: the checksum of %s is wrong; use another backup"
              .formatted(folder, entry.path()));
    }
  }

  private static String sha256(Path file) {
    try (DigestInputStream in =
        new DigestInputStream(Files.newInputStream(file), Backup.sha256())) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(in.getMessageDigest().digest());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Restores the files, and the store into PostgreSQL or, without a URL, the data directory. The
   * store is restored last and atomically, so a restore that was killed can be repeated.
   *
   * @param replacing whether existing data is overwritten
   * @throws StoreException if existing data would be overwritten; then nothing was changed
   */
  public StoreContents restoreInto(
      DataDirectory directory, Optional<StoreOptions> url, boolean replacing) {
    try {
      url.ifPresentOrElse(
          options -> StoreBackup.requireFree(options, replacing),
          () -> requireFree(directory, replacing));
      if (!replacing) {
        requireNoOtherFiles(directory);
      }
      for (Map.Entry<Path, Path> file : belongings().entrySet()) {
        put(directory.path().resolve(file.getKey()), file.getValue());
      }
      if (replacing) {
        removeForeignToken(directory);
      }
      try (InputStream dump = store()) {
        return url.isPresent()
            ? StoreBackup.restore(url.get(), dump, replacing)
            : StoreBackup.restoreH2(directory.store(), dump);
      }
    } catch (IOException e) {
      throw new StoreException(
          "the backup cannot be restored into %s: %s".formatted(directory.path(), e), e);
    }
  }

  private static void requireFree(DataDirectory directory, boolean replacing) {
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
    for (Map.Entry<Path, Path> file : belongings().entrySet()) {
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
    if (!belongings().containsKey(directory.path().relativize(token))) {
      Files.deleteIfExists(token);
    }
  }

  private static void put(Path target, Path source) throws IOException {
    OwnerOnly.makeFolder(target.getParent());
    DurableFile.write(target, Files.readAllBytes(source));
  }
}
