package dev.goldenrod.server.backup;

import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.StoreBackup;
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

/** A complete backup whose checksums have been verified. */
public final class BackupFolder {
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

  InputStream store() throws IOException {
    return Files.newInputStream(folder.resolve(Backup.STORE));
  }

  /** Returns the files of the data directory, by their path in it. */
  Map<Path, Path> belongings() {
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
}
