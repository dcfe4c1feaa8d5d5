package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.Engine;

/** Frozen volumes with an empty database, one for each release of an engine. Thread-safe. */
final class BlankVolumes {
  private final ImportContext context;
  private final FrozenVolumes volumes;

  BlankVolumes(ImportContext context, FrozenVolumes volumes) {
    this.context = context;
    this.volumes = volumes;
  }

  /**
   * The name of the volume, which is made if it is not there.
   *
   * @throws dev.goldenrod.port.DataPlaneException when the engine is not there, or fails
   */
  String volumeOf(String type, String release) {
    Engine engine = context.servers().engine(type);
    context.servers().programs(type, release);
    String name = "blank-%s-%s".formatted(type, release.replace('.', '-'));
    volumes.ensure(name, (staged, staging) -> fill(engine, release, staged, staging));
    return name;
  }

  private void fill(Engine engine, String release, String name, Staging staging) {
    DataVolume volume = new DataVolume(context.volumes().create(name));
    volume.write(engine.initialise(context.preparation(engine.type(), release, volume, staging)));
  }
}
