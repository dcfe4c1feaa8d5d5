package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.file.Files;

/** Creates volumes from snapshots of databases; they outlive the snapshot. Thread-safe. */
final class RegisteredSnapshots {
  static final String HANDLE = "snapshot:";

  private static final String VOLUME = "snapshot-";

  private final PreparationContext context;

  RegisteredSnapshots(PreparationContext context) {
    this.context = context;
  }

  void make(VersionRef version, String name) {
    String snapshot = VOLUME + version.handle().substring(HANDLE.length());
    if (!context.volumes().exists(snapshot)) {
      throw unusable(version, "there is no such snapshot of a database");
    }
    context.volumes().clone(snapshot, name, context.runAs());
    DataVolume volume = new DataVolume(context.volumes().path(name));
    if (!volume.info().type().equals(PostgresEngine.TYPE)) {
      throw unusable(
          version,
          "it is from %s, but clones support only PostgreSQL".formatted(volume.info().type()));
    }
    deletePassword(volume);
  }

  /** Clones do not need the password of the snapshot's database. */
  private static void deletePassword(DataVolume volume) {
    try {
      Files.deleteIfExists(volume.root().resolve(DataVolume.SNAPSHOT));
    } catch (IOException e) {
      throw new DataPlaneException("cannot delete a file of " + volume.root() + ": " + e, e);
    }
  }

  private static DataPlaneException unusable(VersionRef version, String why) {
    return new DataPlaneException(
        "golden '%s' version %d: '%s': %s"
            .formatted(version.golden(), version.version(), version.handle(), why));
  }
}
