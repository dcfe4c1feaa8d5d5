package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.process.EngineUsers;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.DatabaseServers;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.SourceCredentials;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** What imports use of this machine. */
record ImportContext(
    LocalRoot root,
    EngineUsers users,
    VolumeStore volumes,
    Installations installations,
    DatabaseServers servers,
    LocalSecrets secrets,
    ImportRoots importRoots) {
  /** The user of what is no running server: of tools and of data at rest. */
  RunAs runAs() {
    return users.shared();
  }

  /** The steps of imports. */
  Map<ImportPhase, Step> steps() {
    return Map.of(
        ImportPhase.PROBING, new ProbingStep(this),
        ImportPhase.PROVISIONING, new ProvisioningStep(this),
        ImportPhase.IMPORTING, new ImportingStep(this),
        ImportPhase.SNAPSHOTTING, new SnapshottingStep(this),
        ImportPhase.CLEANING, new CleaningStep(this));
  }

  /** The folder of the import. */
  Staging staging(UUID id) {
    return new Staging(root.imports(), id, runAs());
  }

  /** The volume in which the import makes its golden. */
  DataVolume staged(UUID id) {
    return new DataVolume(volumes.path(VolumeNames.staged(id)));
  }

  /** Data of the source's release that is being made in the volume. */
  Preparation preparation(
      ProbedSource source, DataVolume volume, Staging staging, StepReport report) {
    return preparation(
        Engines.importer().type(), source.release(), volume, staging, report::isCancelled);
  }

  /** Data of an engine that is being made in the volume, by work that is not cancelled. */
  Preparation preparation(String type, String release, DataVolume volume, Staging staging) {
    return preparation(type, release, volume, staging, () -> false);
  }

  private Preparation preparation(
      String type, String release, DataVolume volume, Staging staging, BooleanSupplier cancelled) {
    return new Preparation(
        release,
        servers.programs(type, release),
        volume.data(),
        volume,
        new StagedTools(runAs(), staging, cancelled),
        new ImportServers(this, volume, staging.file("server.log"), cancelled));
  }

  /** What the import of that source uses. */
  ImportWork work(ProbedSource source, Staging staging, StepReport report) {
    return new ImportWork(
        new StagedTools(runAs(), staging, report::isCancelled),
        tools(source.release()),
        report,
        jobs());
  }

  /**
   * Ensures that there is an installation that can run a server of that release.
   *
   * @throws DataPlaneException when there is none; the message names the command that installs it
   */
  void requireServer(String release) {
    installations.server(Engines.importer().type(), release);
  }

  /**
   * The tools for a source of that release.
   *
   * @throws DataPlaneException when one is missing; the message names the package to install
   */
  ClientTools tools(String release) {
    int major = Integer.parseInt(release);
    Installation dumping = installations.postgresTool("pg_dump", major);
    Installation found =
        dumping.program("pg_restore").isPresent()
            ? dumping
            : installations.postgresTool("pg_restore", Integer.parseInt(dumping.release()));
    return new ClientTools(
        Integer.parseInt(found.release()),
        found.version(),
        found.bin().toString(),
        program -> executable(found.bin().resolve(program)));
  }

  /**
   * What to log in to the source with. Never tells a source the password that is bound to another.
   *
   * @throws DataPlaneException when the secret is missing or bound to another source
   */
  SourceCredentials credentials(SourceConnection source) {
    SourceSecret secret = secrets.read(source.secret());
    if (!secret.binding().allows(source.host(), source.dbname())) {
      throw new DataPlaneException(
          "secret '%s' is bound to %s, but the source has host '%s' and database '%s'; correct the source, or bind the secret anew with %s"
              .formatted(
                  source.secret(),
                  secret.binding().describe(),
                  source.host(),
                  source.dbname(),
                  secrets.putCommand(source.secret())));
    }
    return new SourceCredentials(source, secret.username(), secret.password());
  }

  private static Optional<String> executable(Path program) {
    return Optional.of(program).filter(Files::isExecutable).map(Path::toString);
  }

  private static int jobs() {
    return Math.max(2, Math.min(8, Runtime.getRuntime().availableProcessors()));
  }
}
