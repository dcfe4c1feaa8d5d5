package dev.goldenrod.server.cli;

import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.server.UsageException;
import dev.goldenrod.server.Version;
import dev.goldenrod.server.backup.ServerStoreDumper;
import dev.goldenrod.storage.jdbi.StoreUpgrade;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what this release will change in the store of an older release. */
@Command(
    name = "upgrade",
    description =
        "Shows what a new release will change in the store. It also measures how long the changes"
            + " take; the server of the older release may keep running.",
    mixinStandardHelpOptions = true)
final class UpgradeCommand implements Runnable {
  @Mixin private ServerStore server = new ServerStore();

  @Option(
      names = "--check",
      description =
          "Try the upgrade on a copy, without changing the store; a start performs the"
              + " upgrade.")
  private boolean isCheck;

  @Spec private CommandSpec spec;

  private final PrintStream out;

  UpgradeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public void run() {
    if (!isCheck) {
      throw new ParameterException(
          spec.commandLine(), "--check is missing; to upgrade, start the server of this release");
    }
    try {
      Path copy = Files.createTempDirectory("goldenrod-upgrade-", OwnerOnly.FOLDER);
      try {
        print(rehearse(copy));
      } finally {
        FileTrees.delete(copy);
      }
    } catch (StoreException | IOException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private StoreUpgrade rehearse(Path copy) throws IOException {
    Path dump = Files.createFile(copy.resolve("store.jsonl"), OwnerOnly.FILE);
    try (OutputStream written = Files.newOutputStream(dump)) {
      new ServerStoreDumper(server.dataDir(), server.url()).dump(written);
    }
    try (InputStream read = Files.newInputStream(dump)) {
      return StoreUpgrade.rehearse(read, copy);
    }
  }

  private void print(StoreUpgrade upgrade) {
    int version = upgrade.contents().schemaVersion();
    if (upgrade.steps().isEmpty()) {
      out.printf(
          "the store is at migration %d, and release %s has no newer one: nothing changes, and a"
              + " downgrade is possible%n",
          version, Version.current());
      return;
    }
    out.printf(
        "the store is at migration %d; a start of release %s applies these migrations:%n",
        version, Version.current());
    upgrade.steps().forEach(step -> out.println(line(step)));
    Duration all =
        upgrade.steps().stream()
            .map(StoreUpgrade.Step::duration)
            .reduce(Duration.ZERO, Duration::plus);
    out.printf(
        "%s in total, measured on a copy of the store with %d rows; the store was not changed%n",
        seconds(all), upgrade.contents().totalRows());
    out.println(
        "a downgrade needs a backup, so create one first: goldenrod backup --to FOLDER (for the"
            + " embedded store, the start creates one in backups of the data directory)");
  }

  private static String line(StoreUpgrade.Step step) {
    String tables =
        step.rows().entrySet().stream()
            .map(table -> "%s (%d rows)".formatted(table.getKey(), table.getValue()))
            .collect(Collectors.joining(", "));
    return "  V%-4d %-40s %8s  %s"
        .formatted(
            step.version(),
            step.description(),
            seconds(step.duration()),
            tables.isEmpty() ? "only new tables" : tables)
        .stripTrailing();
  }

  private static String seconds(Duration time) {
    return "%d.%03d s".formatted(time.toSeconds(), time.toMillisPart());
  }
}
