package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.MaskingProof;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.masking.CanarySearch.Hit;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.proof.Attestation.Check;
import dev.goldenrod.masking.proof.ByteSearch;
import dev.goldenrod.masking.proof.OriginalsLookup;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks for originals in loaded data: {@link #begin} before the server starts, {@link #run} while
 * it runs, {@link #end} after it has stopped. A finding fails the import with a message that has no
 * value.
 */
public final class MaskedDataCheck {
  private static final String UTF8 = "UTF8";

  /** The files of tables and indexes, to name them in messages. */
  private static final String FILES =
      """
      SELECT pg_catalog.pg_relation_filepath(c.oid),
             COALESCE((SELECT i.indrelid::pg_catalog.regclass::text FROM pg_catalog.pg_index i
                        WHERE i.indexrelid = c.oid),
                      (SELECT t.oid::pg_catalog.regclass::text FROM pg_catalog.pg_class t
                        WHERE t.reltoastrelid = c.oid),
                      c.oid::pg_catalog.regclass::text)
        FROM pg_catalog.pg_class c WHERE pg_catalog.pg_relation_filepath(c.oid) IS NOT NULL
      """;

  private final MaskedRows rows;
  private final ImportWork work;
  private final Path data;
  private final CanarySearch canaries;
  private final Set<Integer> everywhere = ConcurrentHashMap.newKeySet();
  private final Set<Integer> drawn = ConcurrentHashMap.newKeySet();
  private final Map<Integer, TableName> kept = new ConcurrentHashMap<>();
  private final Map<String, String> relations = new HashMap<>();
  private final List<Check> checks = new ArrayList<>();

  /**
   * Creates a check.
   *
   * @param encoding of the database
   * @param data the server's data directory
   */
  public MaskedDataCheck(MaskedRows rows, ImportWork work, String encoding, Path data) {
    this.rows = rows;
    this.work = work;
    this.data = data;
    this.canaries = CanarySearch.of(rows.evidence(), encoding.equals(UTF8));
  }

  /** Finds out which canaries every new data directory has, because they are common words. */
  public void begin() {
    requireMasked();
    if (canaries.size() > 0) {
      everywhere.addAll(canaries.canariesIn(data, work));
    }
  }

  private void requireMasked() {
    Map<String, Long> counts = new LinkedHashMap<>(Map.of("values", 0L, "equalByChance", 0L));
    rows.evidence()
        .columns()
        .forEach(
            (table, all) ->
                all.forEach(
                    (column, evidence) -> {
                      if (evidence.isUnmasked()) {
                        throw new DataPlaneException(
                            "column %s.%s: %d of %d values are the same after masking with '%s', so the import ends; choose another rule"
                                .formatted(
                                    table,
                                    column,
                                    evidence.equalValues(),
                                    evidence.values(),
                                    evidence.transformer()));
                      }
                      counts.merge("values", evidence.values(), Long::sum);
                      counts.merge("equalByChance", evidence.equalValues(), Long::sum);
                    }));
    checks.add(new Check("masked-values", "each value with its mask", counts, 0, Map.of()));
  }

  /** Looks up the stored values of the running server, several tables in parallel. */
  public void run(RowLoad.Connector connector) throws SQLException {
    Totals totals = new Totals();
    AtomicInteger done = new AtomicInteger();
    List<Callable<TableName>> parts = new ArrayList<>();
    rows.evidence()
        .columns()
        .forEach(
            (table, columns) ->
                parts.add(
                    () -> {
                      try (Connection session = connector.connect()) {
                        lookUp(session, table, columns, totals);
                        searchDrawn(session, table, columns);
                        searchKept(session, table);
                      }
                      done.incrementAndGet();
                      return table;
                    }));
    new ParallelWork(work.jobs(), work.report(), "cannot check the masked rows")
        .run(
            parts,
            () -> work.report().progress(new Progress(done.get(), parts.size(), "tables checked")));
    checks.add(totals.check());
    try (Connection session = connector.connect()) {
      checks.add(new KeptColumns(session, rows, work.report()).check());
      Sql.list(
          session,
          FILES,
          row -> Objects.toString(relations.put(row.getString(1), row.getString(2))));
    }
  }

  /** Partitions of a table are read with it. */
  private String from(TableName table) {
    boolean isPartitioned =
        rows.tables().schema().table(table).map(Table::partitionKey).isPresent();
    return (isPartitioned ? "" : "ONLY ") + RowQuery.name(table);
  }

  private void lookUp(
      Connection session, TableName table, Map<String, ColumnEvidence> columns, Totals totals)
      throws SQLException {
    List<String> names =
        columns.entrySet().stream()
            .filter(column -> column.getValue().digests().isPresent())
            .map(Map.Entry::getKey)
            .toList();
    if (names.isEmpty()) {
      return;
    }
    List<OriginalsLookup> lookups =
        names.stream()
            .map(name -> columns.get(name).digests().orElseThrow())
            .map(digests -> new OriginalsLookup(digests, ColumnEvidence.COMMON))
            .toList();
    new StoredValues(session)
        .each(
            from(table),
            names,
            row -> {
              for (int i = 0; i < names.size(); i++) {
                String value = row.get(i);
                if (value != null) {
                  lookups.get(i).check(value);
                }
              }
            });
    for (int i = 0; i < names.size(); i++) {
      OriginalsLookup.Result result = lookups.get(i).result();
      if (result.found() > 0) {
        throw new DataPlaneException(
            "column %s.%s holds originals of the source (%d of %d values), so the import ends; check its rule and the source's functions"
                .formatted(table, names.get(i), result.found(), result.checked()));
      }
      totals.add(result);
    }
  }

  /** Notes canaries that are masks of other rows: lists of names have the names of people, too. */
  private void searchDrawn(Connection session, TableName table, Map<String, ColumnEvidence> columns)
      throws SQLException {
    List<String> names =
        columns.entrySet().stream()
            .filter(column -> column.getValue().canaries().isPresent())
            .filter(column -> column.getValue().digests().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    if (!names.isEmpty() && canaries.size() > 0) {
      new StoredValues(session)
          .search(from(table), names, canaries.search()).stream()
              .map(ByteSearch.Match::pattern)
              .forEach(drawn::add);
    }
  }

  /** Files have compressed values only as PostgreSQL reads them. */
  private void searchKept(Connection session, TableName name) throws SQLException {
    Optional<Table> table = rows.tables().schema().table(name);
    Optional<TableMask> mask = rows.plan().table(name);
    if (table.isEmpty() || mask.isEmpty() || canaries.size() == 0) {
      return;
    }
    List<String> columns = KeptColumns.of(mask.get(), table.get());
    if (!columns.isEmpty()) {
      new StoredValues(session)
          .search(from(name), columns, canaries.search())
          .forEach(match -> kept.put(match.pattern(), name));
    }
  }

  /** Searches all files of the stopped server, and returns what was proved. */
  public MaskingProof end() {
    List<Hit> hits = canaries.size() == 0 ? List.of() : canaries.in(data, work);
    for (Hit hit : hits) {
      requireExempted(hit.canary(), place(hit.file()));
    }
    kept.forEach((canary, table) -> requireExempted(canary, "table " + table));
    checks.add(
        new Check(
            "canary-search",
            "all files of the data directory, and kept text and JSON as SQL reads it",
            Map.of(
                "canaries", (long) canaries.size(),
                "files", canaries.files(),
                "bytes", canaries.bytes()),
            0,
            Map.of(
                "words of every new data directory", count(hits, everywhere),
                "masks of other rows", count(hits, drawn))));
    return new MaskingProof(CoverageCount.of(rows), checks);
  }

  private void requireExempted(int canary, String place) {
    if (!everywhere.contains(canary) && !drawn.contains(canary)) {
      throw new DataPlaneException(
          "a value of the source's column %s, which is masked, is in the golden's %s, so the import ends; mask what copies it, such as another column, a comment, a default or a function"
              .formatted(canaries.column(canary), place));
    }
  }

  private static long count(List<Hit> hits, Set<Integer> exempted) {
    return hits.stream().map(Hit::canary).distinct().filter(exempted::contains).count();
  }

  private String place(String file) {
    String relation = relations.get(file.replaceFirst("[._][^/]*$", ""));
    return relation == null ? "file " + file : "table %s (file %s)".formatted(relation, file);
  }

  /** Sums of lookups. */
  private static final class Totals {
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, Long> exempted = new HashMap<>();

    synchronized void add(OriginalsLookup.Result result) {
      counts.merge("columns", 1L, Long::sum);
      counts.merge("values", result.values(), Long::sum);
      counts.merge("checked", result.checked(), Long::sum);
      result.exempted().forEach((name, count) -> exempted.merge(name, count, Long::sum));
    }

    synchronized Check check() {
      return new Check(
          "originals-lookup",
          "stored values of masked columns whose masks are from many possible values",
          counts,
          0,
          exempted);
    }
  }
}
