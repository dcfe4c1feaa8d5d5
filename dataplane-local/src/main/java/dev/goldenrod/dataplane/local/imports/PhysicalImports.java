package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportCheck;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportPreparation;
import dev.goldenrod.engine.postgres.imports.physical.SpareWal;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Fills volumes with data directories that an admin registered. Thread-safe. */
final class PhysicalImports {
  static final String HANDLE = "dir:";

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
    PhysicalImportCheck check = new PhysicalImportCheck(directory.path());
    check.requireWorthCopying();
    Path copy = volume.root().resolve(COPY);
    try {
      new PhysicalImportCopy(directory, context.volumes().freeBytes()).to(copy);
      int major = check.requireUsable(copy);
      SpareWal.delete(copy);
      context.server(major);
      lend(copy, volume);
      volume.write(
          new PhysicalImportPreparation(
                  context.preparation(
                      PostgresEngine.TYPE, Integer.toString(major), volume, staging))
              .run());
    } catch (IOException e) {
      throw new DataPlaneException("cannot copy %s: %s".formatted(directory.path(), e), e);
    }
  }

  /** Until here nobody but the server's user could change the copy. */
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
