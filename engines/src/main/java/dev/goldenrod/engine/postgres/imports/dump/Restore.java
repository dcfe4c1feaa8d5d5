package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs pg_restore on one dump, each time for selected entries. */
final class Restore {
  private static final List<String> OPTIONS =
      List.of("--no-owner", "--no-tablespaces", "--no-subscriptions", "--verbose");

  private final ImportWork work;
  private final List<TocEntry> contents;
  private @Nullable Path withSearchPath;

  Restore(ImportWork work, List<TocEntry> contents) {
    this.work = work;
    this.contents = List.copyOf(contents);
  }

  /** Reads the dump's table of contents, without entries that are not wanted. */
  static Restore of(ImportWork work, Predicate<TocEntry> wanted) {
    List<TocEntry> entries = new ArrayList<>();
    OutputLimit limit = OutputLimit.ofContents("the dump's table of contents");
    int exitCode =
        work.runner()
            .run(
                "pg_restore.list",
                List.of(program(work), "--list", dump(work).toString()),
                Map.of(),
                line -> {
                  limit.count(line);
                  TocEntry.parse(line).filter(wanted).ifPresent(entries::add);
                });
    if (exitCode != 0) {
      throw new DataPlaneException(
          "pg_restore %s cannot read the dump: see %s"
              .formatted(work.tools().version(), work.runner().file("pg_restore.list")));
    }
    return new Restore(work, entries);
  }

  List<TocEntry> contents() {
    return contents;
  }

  /**
   * Restores the section's wanted entries, and returns those that failed.
   *
   * @param unit of the progress, which counts only table data if there is any
   */
  List<RestoreError> run(
      LibpqService service, String section, int jobs, Predicate<TocEntry> wanted, String unit) {
    return run(service, section, jobs, choose(wanted), unit, dump(work));
  }

  /**
   * Loads the wanted rows, and returns the entries that failed.
   *
   * @param largeTables empty tables of the role that restores, whose rows are written frozen
   */
  List<RestoreError> load(
      LibpqService service, int jobs, Predicate<TocEntry> wanted, List<String> largeTables) {
    Path dump =
        largeTables.isEmpty() ? dump(work) : new FreezingDump(work.runner()).make(largeTables);
    return run(service, "data", jobs, choose(wanted), "tables loaded", dump);
  }

  /** Restores with the given search_path, for entries that use unqualified names. */
  List<RestoreError> run(
      LibpqService service,
      String section,
      int jobs,
      Predicate<TocEntry> wanted,
      String unit,
      String searchPath) {
    List<TocEntry> chosen = choose(wanted);
    return chosen.isEmpty()
        ? List.of()
        : run(service, section, jobs, chosen, unit, dump(searchPath));
  }

  private List<TocEntry> choose(Predicate<TocEntry> wanted) {
    return contents.stream().filter(wanted).toList();
  }

  /**
   * Retries failed entries with the dump while their number falls. Returns those that remain
   * failed, each with its own reason.
   */
  List<RestoreError> retryFailed(
      List<RestoreError> losses, LibpqService service, String section, int jobs, Path dump) {
    List<RestoreError> left = losses;
    for (int before = left.size() + 1; !left.isEmpty() && left.size() < before; ) {
      before = left.size();
      left = retry(left, service, section, jobs, dump);
    }
    // Errors of several workers cannot be matched with entries reliably.
    return jobs > 1 ? retry(left, service, section, 1, dump) : left;
  }

  private List<RestoreError> retry(
      List<RestoreError> losses, LibpqService service, String section, int jobs, Path dump) {
    Set<TocEntry> lost =
        losses.stream()
            .flatMap(loss -> Stream.ofNullable(loss.entry()))
            .collect(Collectors.toUnmodifiableSet());
    if (lost.isEmpty()) {
      return losses;
    }
    List<TocEntry> chosen = choose(lost::contains);
    return run(service, section, jobs, chosen, "tried again", dump);
  }

  /** Returns the SQL of the wanted entries. */
  RestoreScript script(Predicate<TocEntry> wanted) {
    RestoreScript script = new RestoreScript(contents);
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                // Messages on stderr would end up in the middle of a statement.
                "exec \"$@\" 2>/dev/null",
                "sh",
                program(work),
                "--file=-",
                list(choose(wanted))));
    command.addAll(OPTIONS);
    command.add(dump(work).toString());
    int exitCode = work.runner().run("pg_restore.sql", command, Map.of(), script);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "pg_restore %s cannot print the dump: exit code %d"
              .formatted(work.tools().version(), exitCode));
    }
    return script;
  }

  private List<RestoreError> run(
      LibpqService service,
      String section,
      int jobs,
      List<TocEntry> chosen,
      String unit,
      Path dump) {
    RestoreLog log = new RestoreLog(chosen, jobs > 1, counter(chosen, unit));
    List<String> command =
        new ArrayList<>(
            List.of(
                program(work),
                "--dbname=" + service.dbname(),
                "--no-password",
                "--section=" + section,
                list(chosen),
                "--jobs=" + jobs));
    command.addAll(OPTIONS);
    command.add(dump.toString());
    String output = "pg_restore-" + section + ".log";
    int exitCode = work.runner().run(output, command, service.environment(), log);
    if (exitCode != 0) {
      requireEnd(log, output, exitCode);
    }
    log.losses().stream()
        .filter(RestoreError::isStoredOtherwise)
        .map(RestoreError::describe)
        .forEach(work.report()::warn);
    return log.losses().stream().filter(loss -> !loss.isStoredOtherwise()).toList();
  }

  /** Entries after a fatal error were not even tried. */
  private void requireEnd(RestoreLog log, String output, int exitCode) {
    List<RestoreError> losses = log.losses();
    if (!log.isAtEnd() || losses.isEmpty()) {
      String last = losses.isEmpty() ? "without an error" : losses.get(losses.size() - 1).reason();
      throw new DataPlaneException(
          "pg_restore %s ended before its work was done, with exit code %d: %s; see %s"
              .formatted(work.tools().version(), exitCode, last, work.runner().file(output)));
    }
  }

  private String list(List<TocEntry> chosen) {
    String list = chosen.stream().map(entry -> entry.id() + ";\n").collect(Collectors.joining());
    return "--use-list="
        + work.runner().write("wanted.list", list.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a dump that restores with the given search_path. */
  Path dump(String searchPath) {
    Path there =
        Optional.ofNullable(withSearchPath)
            .orElseGet(() -> new SearchPathDump(work.runner()).make(searchPath));
    withSearchPath = there;
    return there;
  }

  /**
   * Returns a dump for retrying failed rows, which also empties the tables first: lines of a source
   * can make pg_restore's output name a table whose rows were loaded.
   */
  Path dumpOfRows(String searchPath, List<String> tables) {
    return new EditedDump(work.runner())
        .make(
            "rows",
            all -> FreezingDump.edit(SearchPathDump.edit(all, searchPath), Set.copyOf(tables)));
  }

  private Consumer<Boolean> counter(List<TocEntry> chosen, String unit) {
    long tables = chosen.stream().filter(TocEntry::isTableData).count();
    long total = tables > 0 ? tables : chosen.size();
    long[] done = {0};
    return isTableData -> {
      if (tables == 0 || isTableData) {
        work.report().progress(new Progress(Math.min(++done[0], total), total, unit));
      }
    };
  }

  private static Path dump(ImportWork work) {
    return work.runner().file(Dump.FOLDER);
  }

  private static String program(ImportWork work) {
    return work.tools().path("pg_restore");
  }
}
