package dev.goldenrod.server.backup;

import dev.goldenrod.dataplane.local.BackedUpFiles;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreDumper;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Writes a backup to a temporary folder {@code NAME.unfinished-…}, which is renamed when all of it
 * is on disk. A signal that ends the process deletes the temporary folder; {@code SIGKILL} leaves
 * it behind.
 */
public final class Backup {
  static final String STORE = "store.jsonl";
  static final String DATA = "data";

  private final Path unfinished;
  private final List<BackupManifest.Entry> files = new ArrayList<>();
  private boolean isAborted;

  private Backup(Path unfinished) {
    this.unfinished = unfinished;
  }

  /**
   * Writes a backup that only the current user can read.
   *
   * @param to the folder to create; it must be missing or empty
   * @param dataDir the data directory whose files belong to the store, if there is one
   * @throws StoreException if the folder is in use, or reading or writing fails; nothing remains
   *     then
   */
  public static StoreContents write(
      Path to, StoreDumper store, Optional<Path> dataDir, String release) {
    Path target = to.toAbsolutePath().normalize();
    try {
      requireFree(target);
      Files.createDirectories(target.getParent());
      Path unfinished =
          Files.createTempDirectory(
              target.getParent(), target.getFileName() + ".unfinished-", OwnerOnly.FOLDER);
      Backup backup = new Backup(unfinished);
      Thread atExit = new Thread(backup::abort, "backup");
      try {
        Runtime.getRuntime().addShutdownHook(atExit);
        StoreContents contents = backup.write(store, dataDir, release);
        backup.moveTo(target);
        DurableFile.force(target.getParent());
        return contents;
      } finally {
        FileTrees.delete(unfinished);
        removeHook(atExit);
      }
    } catch (UncheckedIOException e) {
      throw failed(to, e.getCause());
    } catch (IOException e) {
      throw failed(to, e);
    }
  }

  private static void requireFree(Path target) throws IOException {
    boolean free =
        Files.notExists(target) || Files.isDirectory(target) && FileTrees.isEmpty(target);
    if (!free || target.getFileName() == null) {
      throw new StoreException(
          "%s already exists; choose a new folder, for example --to /backup/$(date +%%F)"
              .formatted(target));
    }
  }

  private static StoreException failed(Path to, IOException e) {
    return new StoreException("the backup %s cannot be written: %s".formatted(to, e), e);
  }

  private static void removeHook(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // The process is ending, so the hook runs anyway.
    }
  }

  private synchronized void abort() {
    isAborted = true;
    FileTrees.delete(unfinished);
  }

  private synchronized void moveTo(Path target) throws IOException {
    requireNotAborted();
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private synchronized Part part(String path) throws IOException {
    requireNotAborted();
    return new Part(path);
  }

  private void requireNotAborted() throws IOException {
    if (isAborted) {
      throw new IOException("the process is ending");
    }
  }

  private StoreContents write(StoreDumper store, Optional<Path> dataDir, String release)
      throws IOException {
    Instant begun = Instant.now();
    StoreContents contents;
    try (Part part = part(STORE)) {
      contents = store.dump(part.out);
    }
    for (Path file : dataDir.map(BackedUpFiles::of).orElse(List.of())) {
      try (Part part = part(DATA + "/" + file)) {
        Files.copy(dataDir.orElseThrow().resolve(file), part.out);
      }
    }
    BackupManifest manifest =
        new BackupManifest(
            BackupManifest.FORMAT,
            release,
            contents.schemaVersion(),
            begun.toString(),
            contents.rows(),
            files);
    DurableFile.write(unfinished.resolve(BackupManifest.FILE), manifest.toJson());
    return contents;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** A file that is added to the manifest when it is closed. */
  private final class Part implements AutoCloseable {
    private final String path;
    private final Path file;
    private final DigestOutputStream out;

    Part(String path) throws IOException {
      this.path = path;
      this.file = unfinished.resolve(path);
      OwnerOnly.makeFolder(file.getParent());
      Files.createFile(file, OwnerOnly.FILE);
      OutputStream written = Files.newOutputStream(file);
      this.out = new DigestOutputStream(written, sha256());
    }

    @Override
    public void close() throws IOException {
      out.close();
      DurableFile.force(file);
      DurableFile.force(file.getParent());
      String digest = HexFormat.of().formatHex(out.getMessageDigest().digest());
      files.add(new BackupManifest.Entry(path, Files.size(file), digest));
    }
  }
}
