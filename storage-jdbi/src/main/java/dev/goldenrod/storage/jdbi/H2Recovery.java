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
 */
final class H2Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(H2Recovery.class);
  private static final String ENDING = ".mv.db";

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

  /** Rebuilds the file unless it is new or was closed as it should be. */
  void run() {
    try {
      deleteLeftovers();
      if (Files.size(database(path)) > 0 && !Files.exists(closedMark())) {
        rebuild();
      }
    } catch (IOException e) {
      throw new StoreException("store file " + database(path) + " cannot be recovered", e);
    }
  }

  /** Notes that the file is in use: without {@link #closed()}, the next opening rebuilds it. */
  void opened() {
    try {
      Files.deleteIfExists(closedMark());
    } catch (IOException e) {
      throw new StoreException("cannot remove " + closedMark(), e);
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

  private void rebuild() throws IOException {
    Path script = Path.of(path + ".sql");
    Path fresh = Path.of(path + ".rebuilt");
    findNewestVersion();
    execute(path, "script nosettings to '" + quoted(script) + "'");
    H2File.create(database(fresh));
    execute(fresh, "runscript from '" + quoted(script) + "'", "shutdown");
    Files.delete(script);
    Files.move(
        database(fresh),
        database(path),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    LOG.info("rebuilt the store {}, whose server was killed", database(path));
  }

  /**
   * A kill can leave a header that leads to an older version than the last that was written whole,
   * and H2 would go on from that one. Here it looks at all of the file, and mends the header.
   */
  private void findNewestVersion() {
    MVStore.Builder builder =
        new MVStore.Builder()
            .fileName(database(path).toString())
            .recoveryMode()
            .autoCommitDisabled();
    try (MVStore store = builder.open()) {
      LOG.debug("the newest version of {} is {}", database(path), store.getCurrentVersion());
    } catch (MVStoreException e) {
      // Held by another process, or past repair: the opening that follows says which.
      LOG.debug("cannot look for the newest version of {}", database(path), e);
    }
  }

  private void execute(Path file, String... statements) {
    String url = Dialect.H2.connectionUrl("jdbc:h2:file:" + file);
    try (Connection connection =
            DriverManager.getConnection(url, options.user(), options.password());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw exceptions.unreachable(e);
    }
  }

  private void deleteLeftovers() throws IOException {
    Files.deleteIfExists(Path.of(path + ".sql"));
    Files.deleteIfExists(database(Path.of(path + ".rebuilt")));
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
