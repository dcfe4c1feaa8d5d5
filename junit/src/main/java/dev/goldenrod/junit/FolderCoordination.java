package dev.goldenrod.junit;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Coordinates the builds of one user by files in the server's folder: a locked file for each
 * running process, which lists its clones, and a file for each golden, whose modification time is
 * its last use.
 */
final class FolderCoordination implements Coordination {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 50;

  private final Path goldens;

  /**
   * Holds the lock. A stream, because an interrupt would close a channel and thereby release the
   * lock.
   */
  private final FileOutputStream registration;

  private FolderCoordination(Path goldens, FileOutputStream registration) {
    this.goldens = goldens;
    this.registration = registration;
  }

  /** Registers this process as a user of the server until the process ends. */
  static FolderCoordination register(Path folder) throws IOException {
    Path goldens = PrivateFolder.createPrivateSubfolder(folder.resolve("goldens"));
    Path clients = PrivateFolder.createPrivateSubfolder(folder.resolve("clients"));
    // Lock the file before the rename makes it visible to the server.
    Path fresh = Files.createTempFile(folder, "client", ".new");
    FileOutputStream registration = new FileOutputStream(fresh.toFile(), true);
    registration.getChannel().lock();
    Files.move(fresh, clients.resolve(UUID.randomUUID().toString()));
    return new FolderCoordination(goldens, registration);
  }

  @Override
  public void launched(String clone) {
    try {
      registration.write((clone + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot register clone " + clone, e);
    }
  }

  @Override
  public void used(String golden) {
    try {
      Files.setLastModifiedTime(goldens.resolve(golden), FileTime.from(Instant.now()));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot record the use of golden " + golden, e);
    }
  }

  @Override
  public boolean isExclusive() {
    return true;
  }

  @Override
  public void administer(String database, String script) {
    try {
      run(script, goldens.resolveSibling("scripts"), database);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot submit a script for database " + database, e);
    }
  }

  /**
   * Passes the script to the server as a file in its folder, which is safer than a login: only the
   * server's own user can write there. Waits for the result; throws if the script fails.
   */
  private static void run(String script, Path folder, String database) throws IOException {
    Path result = folder.resolve(database + ".result");
    Path fresh = folder.resolve(database + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, PrivateFolder.FILE);
    Files.write(fresh, script.getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, folder.resolve(database + ".sql"), StandardCopyOption.ATOMIC_MOVE);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(result)) {
      if (System.nanoTime() > end) {
        throw new GoldenrodException(
            "the test server has not run the administrator's script within %d s"
                .formatted(PATIENCE.toSeconds()));
      }
      PollInterval.sleep(PAUSE_MILLIS);
    }
    String failure = Files.readString(result);
    Files.delete(result);
    if (!failure.isEmpty()) {
      throw new GoldenrodException(failure);
    }
  }

  @Override
  public void runExclusively(String golden, Runnable making) {
    try {
      new LockedFile(goldens.resolve(golden))
          .during(
              () -> {
                making.run();
                return golden;
              });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock golden " + golden, e);
    }
  }
}
