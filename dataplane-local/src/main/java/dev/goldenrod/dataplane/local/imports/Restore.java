package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import dev.goldenrod.dataplane.local.engine.PostgresHomes;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs of pg_restore over one dump, each of chosen entries as a chosen user. */
final class Restore {
  private final PostgresHome home;
  private final Machine machine;
  private final Staging staging;
  private final StepReport report;

  Restore(PostgresHome home, Machine machine, Staging staging, StepReport report) {
    this.home = home;
    this.machine = machine;
    this.staging = staging;
    this.report = report;
  }

  /**
   * The installation whose pg_dump and pg_restore are used for a source of that version.
   *
   * @throws dev.goldenrod.port.DataPlaneException when a tool is missing; the message names the
   *     package to install
   */
  static PostgresHome requireTools(PostgresHomes homes, int major) {
    PostgresHome home = homes.tools("pg_dump", major);
    return home.tool("pg_restore").isPresent() ? home : homes.tools("pg_restore", home.major());
  }

  /** The dump's table of contents. */
  List<TocEntry> contents() {
    List<TocEntry> entries = new ArrayList<>();
    int exitCode =
        tool()
            .run(
                "pg_restore.list",
                List.of(program(), "--list", staging.dump().toString()),
                Map.of(),
                line -> TocEntry.parse(line).ifPresent(entries::add));
    if (exitCode != 0) {
      throw new DataPlaneException(
          "pg_restore %s cannot read the dump: see %s"
              .formatted(home.version(), staging.file("pg_restore.list")));
    }
    return entries;
  }

  /**
   * Restores the section's entries that are wanted, and returns those that could not be restored.
   *
   * @param unit what the progress counts
   */
  List<RestoreLog.Loss> run(
      LibpqService service,
      String section,
      int jobs,
      List<TocEntry> contents,
      Predicate<TocEntry> wanted,
      String unit) {
    List<TocEntry> chosen = contents.stream().filter(wanted).toList();
    String list = chosen.stream().map(TocEntry::line).collect(Collectors.joining("\n", "", "\n"));
    RestoreLog log = new RestoreLog(contents, counter(chosen.size(), unit));
    List<String> command =
        List.of(
            program(),
            "--dbname=" + service.dbname(),
            "--no-password",
            "--section=" + section,
            "--use-list=" + staging.writePrivate("wanted.list", list),
            "--jobs=" + jobs,
            "--no-owner",
            "--no-tablespaces",
            "--no-subscriptions",
            "--verbose",
            staging.dump().toString());
    int exitCode =
        tool().run("pg_restore-" + section + ".log", command, service.environment(), log);
    if (exitCode != 0 && log.losses().isEmpty()) {
      return List.of(
          new RestoreLog.Loss(
              null, "pg_restore ended with exit code %d without saying why".formatted(exitCode)));
    }
    return log.losses();
  }

  private Consumer<TocEntry> counter(int total, String unit) {
    long[] done = {0};
    return entry -> report.progress(new Progress(Math.min(++done[0], total), total, unit));
  }

  private PgTool tool() {
    return new PgTool(machine.runAs(), staging, report);
  }

  private String program() {
    return home.bin().resolve("pg_restore").toString();
  }
}
