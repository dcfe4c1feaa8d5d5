package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.SessionSettings;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.masking.MaskedRows.RowFile;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.copy.RowMasker;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Copies the rows of a snapshot into files, masked, several tables in parallel. Originals exist in
 * pipes and buffers only. psql reads the source, because the driver holds whole rows in memory.
 */
public final class RowCopy {
  private static final Pattern SQLSTATE = Pattern.compile("(?:ERROR|FATAL): +([0-9A-Z]{5})$");
  private static final int COMPRESSION_BUFFER = 64 << 10;

  private final ImportWork work;
  private final LibpqService service;
  private final String user;
  private final SessionSettings session;
  private final SourceSnapshot source;
  private final Evidence evidence;
  private final PartitionTargets targets;
  private final Queue<RowMasker> maskers = new ConcurrentLinkedQueue<>();

  /**
   * Creates a copy.
   *
   * @param service the login to the source
   * @param user as which rows are read
   * @param session the settings of the source's sessions
   */
  public RowCopy(
      ImportWork work,
      LibpqService service,
      String user,
      SessionSettings session,
      SourceSnapshot source) {
    this.work = work;
    this.service = service;
    this.user = user;
    this.session = session;
    this.source = source;
    this.evidence = Evidence.of(source.tables().schema(), source.plan());
    this.targets = new PartitionTargets(source.tables(), source.plan());
  }

  /** Copies all tables. */
  public MaskedRows run() throws SQLException {
    List<TableMask> masks = source.masks();
    List<Callable<RowFile>> copies = new ArrayList<>();
    for (int i = 0; i < masks.size(); i++) {
      TableMask mask = masks.get(i);
      String name = "rows-" + (i + 1);
      copies.add(() -> copy(mask, name));
    }
    List<RowFile> files =
        new ParallelWork(work.jobs(), work.report(), "cannot read the source's rows")
            .run(copies, this::reportRows);
    for (RowFile file : files) {
      if (file.rows() == 0 && source.hasRows(file.mask())) {
        throw new DataPlaneException(
            "table %s has rows in the source, but none could be read; its definition may have changed at that moment: import again"
                .formatted(file.mask().table()));
      }
    }
    return new MaskedRows(
        source.masking(),
        source.tables(),
        source.plan(),
        files,
        source.sequences(),
        source.populatedViews(),
        evidence);
  }

  private void reportRows() {
    long rows = maskers.stream().mapToLong(masker -> masker.progress().rows()).sum();
    long estimate =
        source.tables().schema().tables().stream()
            .filter(table -> table.kind() == Table.Kind.TABLE)
            .mapToLong(table -> Math.max(0, table.rowEstimate()))
            .sum();
    work.report().progress(new Progress(rows, Math.max(rows, estimate), "rows masked"));
  }

  private RowFile copy(TableMask mask, String name) {
    RowMasker masker =
        new RowMasker(
            mask, source.masking().key(), evidence.observer(mask.table()), RowMasker.DEFAULT_BOUND);
    maskers.add(masker);
    // An interrupted run may have left the file.
    work.runner().remove(name + ".copy");
    List<String> messages = new ArrayList<>();
    int exitCode =
        work.runner()
            .filter(
                name + ".log",
                command(script(mask, name)),
                service.environment(),
                messages::add,
                (rows, masked) -> mask(masker, rows, masked),
                name + ".copy");
    if (exitCode != 0) {
      throw failure(mask, exitCode, messages);
    }
    work.runner().remove(name + ".sql");
    work.runner().remove(name + ".log");
    return new RowFile(
        mask,
        targets.of(mask),
        source.tables().conditions().containsKey(mask.table()),
        name + ".copy",
        masker.progress().rows());
  }

  private void mask(RowMasker masker, InputStream rows, OutputStream masked) throws IOException {
    if (work.isDumpPlain()) {
      masker.copy(rows, masked);
      return;
    }
    try (OutputStream compressed =
        new GZIPOutputStream(masked, COMPRESSION_BUFFER) {
          {
            def.setLevel(Deflater.BEST_SPEED);
          }
        }) {
      masker.copy(rows, compressed);
    }
  }

  private List<String> command(String script) {
    return List.of(
        work.tools().path("psql"),
        "--no-psqlrc",
        "--no-password",
        "--quiet",
        "--set=ON_ERROR_STOP=1",
        // Messages of the source can contain values of rows.
        "--set=VERBOSITY=sqlstate",
        "--dbname=" + service.dbname(),
        "--file=" + script);
  }

  private String script(TableMask mask, String name) {
    String statements =
        "%s;\n%sSET search_path = '';\nSET ROLE %s;\n%sSET TRANSACTION SNAPSHOT %s;\nCOPY (%s) TO STDOUT;\n"
            .formatted(
                session.statements(),
                RowQuery.settings(),
                Sql.name(user),
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;\n",
                Sql.text(source.id()),
                RowQuery.select(mask, source.condition(mask)));
    return work.runner()
        .write(name + ".sql", statements.getBytes(StandardCharsets.UTF_8))
        .toString();
  }

  private static DataPlaneException failure(TableMask mask, int exitCode, List<String> messages) {
    String reason =
        messages.stream()
            .map(SQLSTATE::matcher)
            .filter(Matcher::find)
            .map(matcher -> "SQLSTATE " + matcher.group(1))
            .findFirst()
            .orElse("psql ended with exit code " + exitCode);
    String hint =
        reason.endsWith("42501")
            ? "; grant the user SELECT on it, or, from PostgreSQL 14 on, the role pg_read_all_data; row-level security also needs BYPASSRLS"
            : "";
    return new DataPlaneException(
        "table %s cannot be read: %s%s".formatted(mask.table(), reason, hint));
  }
}
