package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes an H2 file anew from its committed rows when the process before was killed. A kill can
 * leave values of a transaction that never ended, on which later changes of the row would wait for
 * ever; H2 reads past them, so what it reads is written into a fresh file.
 *
 * <p>A fresh file gets its name when the disk holds it, with all its tables: a kill or a power cut
 * in the middle of the very first start leaves nothing that the next one could stumble over.
 */
final class H2Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(H2Recovery.class);
  private static final String ENDING = ".mv.db";

  /** For the script, the fresh file, and what H2 writes to the former one. */
  private static final int COPIES = 3;

  private static final long SPARE_BYTES = 1L << 20;

  private final Path path;
  private final StoreOptions options;
  private final ExceptionTranslator exceptions;

  /**
   * @param path the file without H2's ending
   */
  H2Recovery(Path path, StoreOptions options) {
    this.path = path;
    this.options = options;
    this.exceptions = new ExceptionTranslator(Dialect.H2, options.location());
  }

  /**
   * Makes the file if it is new, rebuilds it unless it was closed as it should be, and notes that
   * it is in use: without {@link #closed()}, the next opening rebuilds it.
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

  /** Notes that the file was closed as it should be. */
  void closed() {
    try {
      Files.deleteIfExists(closedMark());
      Files.createFile(closedMark());
    } catch (IOException e) {
      LOG.warn("cannot write {}; the next start takes a little longer", closedMark());
    }
  }

  private void deleteClosedMark() throws IOException {
    if (Files.deleteIfExists(closedMark())) {
      H2File.force(path.getParent());
    }
  }

  private void rebuild() throws IOException {
    requireRoom();
    Path script = Path.of(path + ".sql");
    findNewestVersion();
    execute(path, "script nosettings to '" + quoted(script) + "'");
    H2File.create(database(fresh()));
    execute(fresh(), "runscript from '" + quoted(script) + "'", "shutdown");
    Files.delete(script);
    putInPlace(fresh());
    LOG.info("rebuilt the store {}, whose server was killed", database(path));
  }

  /** H2 writes to the file also when it opens it for reading, which a full disk must not end. */
  private void requireRoom() throws IOException {
    long needed = COPIES * Files.size(database(path)) + SPARE_BYTES;
    long free = Files.getFileStore(path.toAbsolutePath().getParent()).getUsableSpace();
    if (free < needed) {
      throw new StoreException(
          "the server of store %s was killed, and making the store anew takes %d bytes on its disk, where %d are free; make room, and start again: nothing was changed"
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
   * A kill can leave a header that leads to an older version than the last that was written whole,
   * and H2 would go on from that one. Here it looks at all of the file, and mends the header.
   */
  private void findNewestVersion() {
    try (MVStore store =
        new MVStore.Builder()
            .adoptFileStore(ScannedFileStore.open(database(path)))
            .autoCommitDisabled()
            .open()) {
      LOG.debug("the newest version of {} is {}", database(path), store.getCurrentVersion());
    } catch (MVStoreException e) {
      // Held by another process, or past repair: the opening that follows says which.
      LOG.debug("cannot look for the newest version of {}", database(path), e);
    }
  }

  private void execute(Path file, String... statements) {
    StoreOptions there = at(file);
    try (Connection connection =
            DriverManager.getConnection(
                Dialect.H2.connectionUrl(there), there.user(), there.password());
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
    Files.deleteIfExists(Path.of(path + ".sql"));
    Files.deleteIfExists(database(fresh()));
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
