package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows.RowFile;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Loads masked rows from their files in sessions of the clones' role, several in parallel. */
public final class RowLoad {
  private static final int BUFFER = 64 << 10;
  private static final String CHECK_VIOLATION = "23514";

  /** Opens a session of the clones' role in the new database. */
  public interface Connector {
    Connection connect() throws SQLException;
  }

  private final ImportWork work;
  private final Connector connector;
  private final String searchPath;
  private final AtomicLong loaded = new AtomicLong();

  /**
   * Creates a load.
   *
   * @param searchPath with which constraints call functions of the source
   */
  public RowLoad(ImportWork work, Connector connector, String searchPath) {
    this.work = work;
    this.connector = connector;
    this.searchPath = searchPath;
  }

  /** Loads all files, and deletes each after its load. */
  public void run(MaskedRows rows) {
    long total = rows.files().stream().mapToLong(RowFile::rows).sum();
    List<Callable<Long>> loads = new ArrayList<>();
    rows.files().stream()
        .sorted(Comparator.comparing(RowFile::rows).reversed())
        .forEach(file -> loads.add(() -> load(file)));
    new ParallelWork(work.jobs(), work.report(), "cannot load masked rows")
        .run(
            loads,
            () ->
                work.report()
                    .progress(new Progress(Math.min(loaded.get(), total), total, "rows loaded")));
  }

  private long load(RowFile file) {
    try (Connection session = connector.connect()) {
      Sql.run(session, RowQuery.settings());
      Sql.run(session, "SET array_nulls = on");
      Sql.texts(session, "SELECT pg_catalog.set_config('search_path', ?, false)", searchPath);
      session.setAutoCommit(false);
      long count = load(session, file);
      session.commit();
      if (count != file.rows()) {
        throw new DataPlaneException(
            "table %s has %d rows in the source at that moment, but %d were loaded"
                .formatted(file.mask().table(), file.rows(), count));
      }
      work.runner().remove(file.file());
      loaded.addAndGet(count);
      return count;
    } catch (SQLException e) {
      throw new DataPlaneException(describe(file, e));
    } catch (IOException e) {
      throw new DataPlaneException(
          "the masked rows of table %s cannot be read: %s".formatted(file.mask().table(), e));
    }
  }

  private long load(Connection session, RowFile file) throws SQLException, IOException {
    String name = RowQuery.name(file.target());
    if (file.mask().copied().isEmpty()) {
      Sql.run(
          session,
          "INSERT INTO %s SELECT FROM pg_catalog.generate_series(1, %d)"
              .formatted(name, file.rows()));
      return file.rows();
    }
    if (file.isAlone()) {
      // Makes PostgreSQL write the rows frozen, and without WAL.
      Sql.run(session, "TRUNCATE TABLE ONLY " + name);
    }
    try (InputStream rows = open(work.runner().file(file.file()))) {
      return session
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY %s (%s) FROM STDIN%s"
                  .formatted(
                      name,
                      RowQuery.columns(file.mask().copied()),
                      file.isAlone() ? " WITH (FREEZE)" : ""),
              rows,
              BUFFER);
    }
  }

  private InputStream open(Path file) throws IOException {
    InputStream rows = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    return work.isDumpPlain() ? rows : new GZIPInputStream(rows, BUFFER);
  }

  /** Messages and details of the server can contain values of rows. */
  private static String describe(RowFile file, SQLException failure) {
    Optional<ServerErrorMessage> known =
        failure instanceof PSQLException error
            ? Optional.ofNullable(error.getServerErrorMessage())
            : Optional.empty();
    List<String> parts =
        Stream.of(
                Optional.of("SQLSTATE " + failure.getSQLState()),
                known.map(ServerErrorMessage::getConstraint).map("constraint '%s'"::formatted),
                known.map(ServerErrorMessage::getColumn).map("column '%s'"::formatted),
                known.map(ServerErrorMessage::getDatatype).map("type '%s'"::formatted))
            .flatMap(Optional::stream)
            .toList();
    return "table %s refuses its masked rows (%s): %s"
        .formatted(file.mask().table(), String.join(", ", parts), remedy(file, failure, known));
  }

  /** A row without a partition fails like a row that a constraint refuses, but names none. */
  private static String remedy(
      RowFile file, SQLException failure, Optional<ServerErrorMessage> known) {
    boolean isWithoutPartition =
        CHECK_VIOLATION.equals(failure.getSQLState())
            && !file.target().equals(file.mask().table())
            && known.map(ServerErrorMessage::getConstraint).isEmpty();
    return isWithoutPartition
        ? "no partition of %s has room for a masked key; keep the key's columns with a reason, or add a default partition to the source"
            .formatted(file.target())
        : "choose rules whose values fit";
  }
}
