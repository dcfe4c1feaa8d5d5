package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.Engine;

/** Frozen volumes with an empty database, one per release of an engine. Thread-safe. */
final class BlankVersions {
  private final PreparationContext context;
  private final FrozenVolumes volumes;

  BlankVersions(PreparationContext context, FrozenVolumes volumes) {
    this.context = context;
    this.volumes = volumes;
  }

  String volumeOf(String type, String release) {
    Engine engine = context.servers().engine(type);
    context.servers().programs(type, release);
    String name = "blank-%s-%s".formatted(type, release.replace('.', '-'));
    volumes.ensure(name, (staged, folder) -> fill(engine, release, staged, folder));
    return name;
  }

  private void fill(Engine engine, String release, String name, WorkFolder folder) {
    DataVolume volume = new DataVolume(context.volumes().create(name));
    volume.write(engine.initialise(context.preparation(engine.type(), release, volume, folder)));
  }
}
