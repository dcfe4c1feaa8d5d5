package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.FolderTools;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** The environment of imports on this machine. */
record ImportContext(
    PreparationContext preparation, Installations installations, LocalSecrets secrets) {
  VolumeStore volumes() {
    return preparation.volumes();
  }

  WorkFolder folder(UUID id) {
    return preparation.folder(id.toString());
  }

  ImportRecords records(UUID id) {
    return new ImportRecords(folder(id));
  }

  DataVolume staged(UUID id) {
    return new DataVolume(volumes().path(VolumeNames.staged(id)));
  }

  DataDirectoryContext preparation(
      ProbedSource source, DataVolume volume, WorkFolder folder, StepReport report) {
    return preparation.preparation(
        Engines.importer().type(), source.release(), volume, folder, report::isCancelled);
  }

  ImportWork work(ProbedSource source, WorkFolder folder, StepReport report) {
    ImportWork work =
        new ImportWork(
            new FolderTools(preparation.runAs(), folder, report::isCancelled),
            tools(source.release()),
            report,
            jobs());
    return DiskSpace.holdsPlainDump(folder.folder(), source.sizeBytes())
        ? work.withPlainDump()
        : work;
  }

  /**
   * @throws DataPlaneException if no installation can run a server of the release, with advice
   */
  void requireServer(String release) {
    installations.server(Engines.importer().type(), release);
  }

  /**
   * @throws DataPlaneException if a tool is missing, with the package to install
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
   * Returns the login of the source. A password bound to another source is never sent.
   *
   * @throws DataPlaneException if the secret is missing or bound to another source
   */
  SourceCredentials credentials(SourceConnection source) {
    SourceSecret secret = secrets.read(source.secret());
    String user = secret.username() == null ? source.username() : secret.username();
    if (!secret.binding().allows(source, user)) {
      throw new DataPlaneException(
          "secret '%s' is bound to %s, but the source has %s; correct the source, or bind the secret to it with %s"
              .formatted(
                  source.secret(),
                  secret.binding().describe(),
                  SecretBinding.to(source, user).describe(),
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
