package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DatabaseSpec;
import java.util.Optional;
import java.util.UUID;

/** Facts about databases and snapshots from the data directory alone, without a store. */
record OrphanFactsReader(DatabaseContext context, LocalSnapshots snapshots) {
  Optional<Orphan.Facts> of(UUID id) {
    return context
        .folder(id)
        .record()
        .flatMap(record -> of(record.spec()))
        .or(() -> snapshots.factsOf(id));
  }

  private Optional<Orphan.Facts> of(DatabaseSpec spec) {
    return Optional.of(new DatabaseVolume(spec.id(), spec.generation()).name())
        .filter(context.volumes()::exists)
        .map(name -> DataVolume.of(context.volumes(), name).info())
        .map(info -> new Orphan.Engine(info.type(), info.release()))
        .map(engine -> new Orphan.Facts(spec.name(), engine, spec.resources(), 0));
  }
}
