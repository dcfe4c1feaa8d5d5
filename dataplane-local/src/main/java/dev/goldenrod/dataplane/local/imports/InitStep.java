package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes an empty cluster of the source's major version in a new volume. */
final class InitStep implements Step {
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);
  private static final String INITDB = "initdb";

  private final ImportContext context;

  InitStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) {
    String name = VolumeNames.staged(spec.id());
    discard(context, name);
    PostgresInstallation home = context.homes().server(staging.facts().major());
    PostgresVolume volume = new PostgresVolume(context.volumes().create(name));
    List<String> output = new ArrayList<>();
    int exitCode =
        new PgTool(context.runAs(), staging, report)
            .run("initdb.log", command(home, volume), Map.of(), output::add);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "initdb %s could not make a cluster in %s: %s"
              .formatted(home.version(), volume.data(), String.join("\n", output)));
    }
    new SingleUser(context, home, volume, staging, report).makeSuperuser();
    return new ImportResult(staging.facts().major(), "", 0);
  }

  /** Removes the volume and ends the processes that use it. */
  static void discard(ImportContext context, String volume) {
    if (context.volumes().exists(volume)) {
      Processes.killAll(context.volumes().path(volume), KILL_PATIENCE);
      context.volumes().remove(volume);
    }
  }

  private static List<String> command(PostgresInstallation home, PostgresVolume volume) {
    // The encoding and locale that count are those of the database that the import creates.
    return List.of(
        program(home).toString(),
        "--pgdata=" + volume.data(),
        "--username=" + AdminRole.NAME,
        "--auth=reject",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync");
  }

  private static Path program(PostgresInstallation home) {
    return home.tool(INITDB)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "there is no %s; install the package postgresql-%d, or name a complete folder"
                        .formatted(home.bin().resolve(INITDB), home.major())));
  }
}
