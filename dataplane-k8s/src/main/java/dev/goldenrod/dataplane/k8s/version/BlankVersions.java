package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.server.DataPreparation;
import dev.goldenrod.dataplane.k8s.server.DataPreparation.PreparedData;
import dev.goldenrod.dataplane.k8s.version.PreparedSnapshots.Filled;
import dev.goldenrod.dataplane.k8s.version.PreparedSnapshots.Recipe;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.Engine;
import dev.goldenrod.port.Origin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Snapshots of empty databases, made when the first database of a release is created. Thread-safe.
 */
public final class BlankVersions implements DataPreparation<Origin.Blank> {
  private static final long VOLUME_MIB = 1024;

  private final PreparationContext context;
  private final PreparedSnapshots snapshots;
  private final Function<String, Engine> engines;

  /**
   * @param engines finds an engine by its type
   */
  public BlankVersions(PreparationContext context, Function<String, Engine> engines) {
    this.context = context;
    this.snapshots = new PreparedSnapshots(context);
    this.engines = engines;
  }

  @Override
  public PreparedData ensure(Origin.Blank blank, ClusterWait waiting) {
    return snapshots.ensure(
        new Recipe(
            "blank-%s-%s".formatted(blank.type(), blank.release().replace('.', '-')),
            Labels.BLANK,
            blank.type(),
            Map.of(),
            Optional.of(context.images().of(blank.type(), blank.release())),
            staging -> initialise(blank, staging)),
        waiting);
  }

  private Filled initialise(Origin.Blank blank, StagingPod staging) {
    staging.makeVolume(PodParts.mebibytes(VOLUME_MIB), Optional.empty());
    EnginePod pod = staging.start(blank.type(), blank.release());
    pod.output(List.of("mkdir", "-m", "0700", PodLayout.DATA.toString()));
    DatabaseInfo info =
        engines
            .apply(blank.type())
            .initialise(
                pod.preparation(blank.release(), staging.files(), staging.waiting()::isCancelled));
    pod.output(List.of("sync", "-f", PodLayout.VOLUME.toString()));
    Filled filled = new Filled(info, staging.build());
    staging.end();
    return filled;
  }
}
