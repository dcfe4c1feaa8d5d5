package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Fills volumes with data directories that an admin registered. Thread-safe. */
final class PhysicalImports {
  static final String HANDLE = "dir:";

  private static final DataDirectoryImporter IMPORTER = Engines.dataDirectoryImporter();
  private static final String COPY = "copy";

  private final ImportContext context;

  PhysicalImports(ImportContext context) {
    this.context = context;
  }

  /**
   * Fills the volume with a prepared copy of the directory.
   *
   * @throws DataPlaneException when the directory cannot be used
   */
  void fill(VersionRef version, DataVolume volume, Staging staging) {
    Path registered = Path.of(version.handle().substring(HANDLE.length()));
    ImportRoots.Allowed directory = context.importRoots().require(registered);
    IMPORTER.requireWorthCopying(directory.path());
    Path copy = volume.root().resolve(COPY);
    new PhysicalImportCopy(directory, context.volumes().freeBytes()).to(copy);
    String release = IMPORTER.check(directory.path(), copy);
    context.requireServer(release);
    lend(copy, volume);
    volume.write(IMPORTER.prepare(context.preparation(IMPORTER.type(), release, volume, staging)));
  }

  /** Until here only the server's user could change the copy. */
  private void lend(Path copy, DataVolume volume) {
    try {
      Files.delete(volume.data());
      Files.move(copy, volume.data(), StandardCopyOption.ATOMIC_MOVE);
      context.runAs().chownTree(volume.data());
    } catch (IOException e) {
      throw new DataPlaneException("cannot move the copy to %s: %s".formatted(volume.data(), e), e);
    }
  }
}
