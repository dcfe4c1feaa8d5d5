package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import dev.goldenrod.dataplane.local.imports.SourceMetadata.Setting;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Loads the source's database into the empty cluster. */
final class LoadStep implements Step {
  private static final String BEGUN = "importing.begun";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  LoadStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) throws SQLException {
    beginAnew(spec, staging, report);
    SourceLogin login = SourceLogin.of(spec.source(), context.secrets());
    SourceMetadata facts = staging.facts();
    PostgresInstallation home = context.homes().server(facts.major());
    PostgresVolume volume =
        new PostgresVolume(context.volumes().path(VolumeNames.staged(spec.id())));
    PostgresInstallation tools = Restore.requireTools(context.homes(), facts.major());
    new Dump(tools, staging, report).run(login, facts, context);
    FormerOwners owners = owners(login);
    List<Setting> server = serverSettings(tools, login, staging, report);
    try (ImportCluster cluster =
        ImportCluster.start(
            home,
            volume,
            staging.file("server.log"),
            ImportCluster.loading(),
            context,
            report::isCancelled)) {
      Restore restore = new Restore(tools, context, staging, report);
      new DatabaseLoad(cluster, context, staging, facts, report).run(restore, owners, server);
    }
    sync(home, volume, staging, report);
    return new ImportResult(facts.major(), "", 0);
  }

  private static FormerOwners owners(SourceLogin login) throws SQLException {
    try (Connection source = login.connect(weakness -> {})) {
      source.setReadOnly(true);
      return FormerOwners.read(source);
    }
  }

  private List<Setting> serverSettings(
      PostgresInstallation tools, SourceLogin login, Staging staging, StepReport report) {
    try (LibpqService service =
        LibpqService.write(
            staging, "source", Dump.parameters(login, staging, tools), login.password())) {
      PgTool tool = new PgTool(context.runAs(), staging, report);
      return new ServerSettings(tools, tool, report).read(service);
    }
  }

  /** A load that was interrupted left a cluster that nobody can vouch for. */
  private void beginAnew(ImportSpec spec, Staging staging, StepReport report) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (staging.isMarked(BEGUN)) {
      new InitStep(context).run(spec, staging, report);
    }
    staging.mark(BEGUN);
  }

  /** The load did not wait for the disk; what follows builds on it being there. */
  private void sync(
      PostgresInstallation home, PostgresVolume volume, Staging staging, StepReport report) {
    List<String> command =
        List.of(
            home.bin().resolve("initdb").toString(), "--pgdata=" + volume.data(), "--sync-only");
    int exitCode =
        new PgTool(context.runAs(), staging, report).run("sync.log", command, Map.of(), line -> {});
    if (exitCode != 0) {
      throw new DataPlaneException(
          "the loaded files in %s could not be written to disk; see %s"
              .formatted(volume.data(), staging.file("sync.log")));
    }
  }
}
