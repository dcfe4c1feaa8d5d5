package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.engine.DatabaseInfo;
import java.time.Duration;
import java.util.List;

/**
 * Prepares a foreign data directory, already in the engine's place, as an origin of databases.
 *
 * @param pod of the staging place, with the programs of the directory's release
 */
record DirectoryPreparation(StagingPod staging, EnginePod pod) {
  private static final Duration LONGEST_SYNC = Duration.ofMinutes(15);

  /** Prepares the directory. All writes are on the volume when this returns. */
  DatabaseInfo prepare(String release) {
    DatabaseInfo info =
        Engines.dataDirectoryImporter()
            .prepare(pod.preparation(release, staging.files(), staging::isCancelled));
    pod.output(List.of("touch", PodLayout.PREPARED.toString()));
    pod.output(List.of("sync", "-f", PodLayout.VOLUME.toString()), LONGEST_SYNC);
    return info;
  }
}
