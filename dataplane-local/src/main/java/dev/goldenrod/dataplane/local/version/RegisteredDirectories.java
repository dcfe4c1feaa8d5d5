package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Path;

/** Creates volumes from data directories that an admin registered. Thread-safe. */
final class RegisteredDirectories {
  static final String HANDLE = "dir:";

  private static final DataDirectoryImporter IMPORTER = Engines.dataDirectoryImporter();
  private static final String COPY = "copy";

  private final PreparationContext context;
  private final Installations installations;
  private final ImportRoots roots;

  RegisteredDirectories(
      PreparationContext context, Installations installations, ImportRoots roots) {
    this.context = context;
    this.installations = installations;
    this.roots = roots;
  }

  /** Refuses a directory that does not exist, may not be copied or is not of PostgreSQL. */
  ImportRoots.Allowed require(String handle) {
    ImportRoots.Allowed directory = roots.require(Path.of(handle.substring(HANDLE.length())));
    IMPORTER.requireWorthCopying(directory.path());
    return directory;
  }

  void fill(VersionRef version, DataVolume volume, WorkFolder folder) {
    ImportRoots.Allowed directory = require(version.handle());
    Path copy = volume.root().resolve(COPY);
    new DirectoryCopy(directory, context.volumes().freeBytes()).to(copy);
    String release = IMPORTER.check(directory.path(), copy);
    installations.server(IMPORTER.type(), release);
    context.prepare(IMPORTER, release, copy, volume, folder);
  }
}
