package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recreates an H2 file from its committed rows if it was not closed properly, because its process
 * was killed or H2 could not write to a full disk. A kill can leave values of an unfinished
 * transaction behind, for which later changes of the row would wait forever. H2 ignores these
 * values when it reads the file, so everything that it reads is written into a fresh file.
 *
 * <p>H2 reads a copy, since it also writes to the files that it reads. The killed file is replaced
 * only by a file that {@link RebuiltFile} found complete, and is kept beside it until the next
 * rebuild.
 *
 * <p>A fresh file gets its final name only when the disk has it with all its tables. So a kill or a
 * power cut during the very first start leaves nothing behind that the next start would stumble
 * over.
 */
final class H2Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(H2Recovery.class);
  private static final String ENDING = ".mv.db";

  /** The copy that H2 reads, what H2 writes to the copy, the script and the fresh file. */
  private static final int COPIES = 4;

  private static final long SPARE_BYTES = 1L << 20;

  private final Path path;
  private final StoreOptions options;
  private final ExceptionTranslator exceptions;

  /**
   * @param path the file without H2's file name extension
   */
  H2Recovery(Path path, StoreOptions options) {
    this.path = path;
    this.options = options;
    this.exceptions = new ExceptionTranslator(Dialect.H2, options.location());
  }

  /**
   * Creates the file if it is new, and rebuilds it if it was not closed properly. Then marks the
   * file as in use: without {@link #markClosed()}, the next opening rebuilds it.
   */
  void run() {
    try {
      deleteLeftovers();
      if (Files.size(database(path)) == 0) {
        makeTables(fresh());
        putInPlace(fresh());
      } else if (!Files.exists(closedMark())) {
        rebuild();
      }
      deleteClosedMark();
    } catch (IOException e) {
      throw new StoreException("store file " + database(path) + " cannot be recovered", e);
    }
  }

  /**
   * Creates a file and replaces the existing one, which must not be in use, and which is kept
   * beside the new file.
   *
   * @param maker creates and closes the database at the given location
   */
  <T> T replace(Function<StoreOptions, T> maker) {
    try {
      FileChannel former = H2File.lock(database(path)).orElseThrow(exceptions::inUse);
      try {
        deleteLeftovers();
        H2File.create(database(fresh()));
        T made = maker.apply(at(fresh()));
        if (Files.size(database(path)) > 0) {
          keepFormer();
        }
        deleteClosedMark();
        putInPlace(fresh());
        markClosed();
        return made;
      } finally {
        former.close();
      }
    } catch (IOException e) {
      throw new StoreException("store file " + database(path) + " cannot be replaced", e);
    }
  }

  /**
   * Marks the file as properly closed if its header refers to the given version or a later one: H2
   * does not report an incompletely written file when it closes it.
   */
  void markClosed(long version) {
    if (refersTo(version)) {
      markClosed();
    } else {
      LOG.warn("Store file {} is incomplete, the next start will rebuild it", database(path));
    }
  }

  private boolean refersTo(long version) {
    try {
      return versionThatH2Opens(path) >= version;
    } catch (MVStoreException unreadable) {
      return false;
    }
  }

  void markClosed() {
    try {
      Files.deleteIfExists(closedMark());
      Files.createFile(closedMark());
    } catch (IOException e) {
      LOG.warn("Cannot write {}, the next start will rebuild the store", closedMark());
    }
  }

  private void deleteClosedMark() throws IOException {
    if (Files.deleteIfExists(closedMark())) {
      H2File.force(path.getParent());
    }
  }

  private void rebuild() throws IOException {
    requireRoom();
    try (FileChannel killed = H2File.lock(database(path)).orElseThrow(exceptions::inUse)) {
      copy(killed);
      findNewestVersion(copy());
      execute(copy(), "script nosettings to '" + quoted(script()) + "'");
      H2File.create(database(fresh()));
      // H2 does not report an incompletely written file when it closes it.
      execute(fresh(), "runscript from '" + quoted(script()) + "'", "checkpoint sync", "shutdown");
      findNewestVersion(fresh());
      new RebuiltFile(at(fresh()), database(path)).requireComplete(at(copy()));
      keepFormer();
      putInPlace(fresh());
    }
    deleteLeftovers();
    LOG.info(
        "Rebuilt the store {}, which was not closed properly; the previous file is kept as {}",
        database(path),
        former());
  }

  private void copy(FileChannel killed) throws IOException {
    H2File.create(database(copy()));
    try (FileChannel copy = FileChannel.open(database(copy()), StandardOpenOption.WRITE)) {
      for (long at = 0; at < killed.size(); ) {
        at += killed.transferTo(at, killed.size() - at, copy);
      }
    }
  }

  /** Creates a hard link if the file system supports it, so that the file never lacks a name. */
  private void keepFormer() throws IOException {
    Files.deleteIfExists(former());
    try {
      Files.createLink(former(), database(path));
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(database(path), former());
    }
  }

  /** A full disk must not interrupt the rebuild. */
  private void requireRoom() throws IOException {
    long needed = COPIES * Files.size(database(path)) + SPARE_BYTES;
    long free = Files.getFileStore(path.toAbsolutePath().getParent()).getUsableSpace();
    if (free < needed) {
      throw new StoreException(
          "store %s was not closed by its server, and rebuilding it needs %d bytes on its disk, which has %d free; free some space, and try again: nothing was changed"
              .formatted(database(path), needed, free));
    }
  }

  private void makeTables(Path fresh) throws IOException {
    H2File.create(database(fresh));
    ConnectionPool.open(at(fresh), Dialect.H2, exceptions).close();
  }

  private void putInPlace(Path fresh) throws IOException {
    H2File.force(database(fresh));
    Files.move(
        database(fresh),
        database(path),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    H2File.force(path.getParent());
  }

  /**
   * A kill can leave a header that refers to an older version than the last complete one, from
   * which H2 would continue. Here H2 searches the entire file, and repairs the header.
   *
   * @throws StoreException if no version can be read, or more of the newest versions are unreadable
   *     than can wait for the disk at once
   */
  private void findNewestVersion(Path file) {
    try {
      ScannedFileStore scanned = ScannedFileStore.open(database(file));
      new MVStore.Builder().adoptFileStore(scanned).autoCommitDisabled().open().close();
      requireNearlyNewest(versionThatH2Opens(file), scanned.newestVersion());
    } catch (MVStoreException e) {
      throw damaged("no version of it can be read", e);
    }
  }

  /** Returns the version that H2 opens: an older one if the newest needs a damaged chunk. */
  private static long versionThatH2Opens(Path file) {
    try (MVStore store =
        new MVStore.Builder().fileName(database(file).toString()).readOnly().open()) {
      return store.getCurrentVersion();
    }
  }

  private void requireNearlyNewest(long readable, long newest) {
    if (newest - readable > OrderedFilePath.MOST_UNFORCED) {
      throw damaged(
          "of its versions up to %d none after %d can be read".formatted(newest, readable), null);
    }
  }

  private StoreException damaged(String why, @Nullable Throwable cause) {
    return new StoreException(
        "the server of store %s was killed, and the file is damaged: %s; nothing was changed: replace the file with a backup, or save its readable data with H2's tool org.h2.tools.Recover"
            .formatted(database(path), why),
        cause);
  }

  private void execute(Path file, String... statements) {
    try (Connection connection = Dialect.H2.connect(at(file));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw exceptions.unreachable(e);
    }
  }

  private StoreOptions at(Path file) {
    return StoreOptions.of("jdbc:h2:file:" + file, options.user(), options.password());
  }

  private void deleteLeftovers() throws IOException {
    Files.deleteIfExists(script());
    Files.deleteIfExists(database(copy()));
    Files.deleteIfExists(database(fresh()));
  }

  private Path script() {
    return Path.of(path + ".sql");
  }

  private Path copy() {
    return Path.of(path + ".copy");
  }

  private Path former() {
    return Path.of(database(path) + ".former");
  }

  private Path fresh() {
    return Path.of(path + ".rebuilt");
  }

  private Path closedMark() {
    return Path.of(path + ".closed");
  }

  private static Path database(Path file) {
    return Path.of(file + ENDING);
  }

  private static String quoted(Path file) {
    return file.toString().replace("'", "''");
  }
}
