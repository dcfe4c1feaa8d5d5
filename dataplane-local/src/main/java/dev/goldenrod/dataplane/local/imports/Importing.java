package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import dev.goldenrod.dataplane.local.imports.SourceFacts.Setting;
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
final class Importing implements Step {
  private static final String BEGUN = "importing.begun";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final Machine machine;

  Importing(Machine machine) {
    this.machine = machine;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) throws SQLException {
    beginAnew(spec, staging, report);
    SourceLogin login = SourceLogin.of(spec.source(), machine.secrets());
    SourceFacts facts = staging.facts();
    PostgresHome home = machine.homes().server(facts.major());
    PostgresVolume volume =
        new PostgresVolume(machine.volumes().path(VolumeNames.staged(spec.id())));
    PostgresHome tools = Restore.requireTools(machine.homes(), facts.major());
    new Dump(tools, staging, report).run(login, facts, machine);
    FormerOwners owners = owners(login);
    List<Setting> server = serverSettings(tools, login, staging, report);
    try (ImportCluster cluster =
        ImportCluster.start(
            home,
            volume,
            staging.file("server.log"),
            ImportCluster.loading(),
            machine,
            report::isWanted)) {
      Restore restore = new Restore(tools, machine, staging, report);
      new DatabaseLoad(cluster, machine, staging, facts, report).run(restore, owners, server);
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
      PostgresHome tools, SourceLogin login, Staging staging, StepReport report) {
    try (LibpqService service =
        LibpqService.write(
            staging, "source", Dump.parameters(login, staging, tools), login.password())) {
      PgTool tool = new PgTool(machine.runAs(), staging, report);
      return new ServerSettings(tools, tool, report).read(service);
    }
  }

  /** A load that was interrupted left a cluster that nobody can vouch for. */
  private void beginAnew(ImportSpec spec, Staging staging, StepReport report) {
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (staging.isMarked(BEGUN)) {
      new Provisioning(machine).run(spec, staging, report);
    }
    staging.mark(BEGUN);
  }

  /** The load did not wait for the disk; what follows builds on it being there. */
  private void sync(PostgresHome home, PostgresVolume volume, Staging staging, StepReport report) {
    List<String> command =
        List.of(
            home.bin().resolve("initdb").toString(), "--pgdata=" + volume.data(), "--sync-only");
    int exitCode =
        new PgTool(machine.runAs(), staging, report).run("sync.log", command, Map.of(), line -> {});
    if (exitCode != 0) {
      throw new DataPlaneException(
          "the loaded files in %s could not be written to disk; see %s"
              .formatted(volume.data(), staging.file("sync.log")));
    }
  }
}
