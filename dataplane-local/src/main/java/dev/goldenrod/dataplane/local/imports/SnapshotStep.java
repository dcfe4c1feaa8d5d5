package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.GoldenInfo;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Turns the loaded cluster into a frozen volume that clones are made of. */
final class SnapshotStep implements Step {
  /** What the volume itself tells of the import that made it, once the staging folder is gone. */
  private static final String RECORD = "import.json";

  private static final String WRITTEN = "snapshotting.written";

  /** They are nobody's but the superuser's, and have no expression of anybody's. */
  private static final String SHARED_CATALOGS =
      "SELECT oid::pg_catalog.regclass::text FROM pg_catalog.pg_class"
          + " WHERE relisshared AND relkind = 'r'";

  /** Each costs memory, whether it is used or not. */
  private static final int MOST_PREPARED = 1000;

  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;

  SnapshotStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, Staging staging, StepReport report) throws SQLException {
    String staged = VolumeNames.staged(spec.id());
    if (!staging.isMarked(WRITTEN)) {
      PostgresVolume volume = new PostgresVolume(context.volumes().path(staged));
      Processes.killAll(volume.root(), KILL_PATIENCE);
      describe(spec.id(), volume, staging, report);
      staging.mark(WRITTEN);
    }
    // Only a frozen volume gets the final name, so that the name alone tells that it is complete.
    context.volumes().freeze(staged);
    context.volumes().rename(staged, VolumeNames.golden(spec.id()));
    return record(context.volumes(), spec.id()).result();
  }

  /** What is known of the frozen volume that the import made. */
  static StepRecord record(VolumeStore volumes, UUID id) {
    PostgresVolume volume = new PostgresVolume(volumes.path(VolumeNames.golden(id)));
    return Staging.read(volume.root().resolve(RECORD), StepRecord.class)
        .orElseGet(() -> unrecorded(volume, id));
  }

  /** The volume is complete, since it has its name, also when nothing is left of what it told. */
  private static StepRecord unrecorded(PostgresVolume volume, UUID id) {
    return new StepRecord(
        new ImportResult(GoldenInfo.read(volume).major(), VolumeNames.handle(id), 0),
        List.of(
            "%s of the golden is gone or damaged: its size and warnings are lost"
                .formatted(RECORD)));
  }

  private void describe(UUID id, PostgresVolume volume, Staging staging, StepReport report)
      throws SQLException {
    SourceMetadata facts = staging.facts();
    long size = analyse(facts, volume, staging, report);
    new GoldenInfo(facts.major(), facts.database(), AdminRole.CLONE_ROLE, settings(facts))
        .write(volume);
    ImportResult result = new ImportResult(facts.major(), VolumeNames.handle(id), size);
    write(volume, new StepRecord(result, new Warnings(staging).all()));
    removeLeftovers(volume);
  }

  /** A server without room for them refuses to prepare any. */
  private static Map<String, String> settings(SourceMetadata facts) {
    int prepared = Math.min(facts.preparedTransactions(), MOST_PREPARED);
    return prepared > 0
        ? Map.of("max_prepared_transactions", Integer.toString(prepared))
        : Map.of();
  }

  private long analyse(
      SourceMetadata facts, PostgresVolume volume, Staging staging, StepReport report)
      throws SQLException {
    try (ImportCluster cluster =
        ImportCluster.start(
            context.homes().server(facts.major()),
            volume,
            staging.file("server.log"),
            ImportCluster.quiet(),
            context,
            report::isCancelled)) {
      try (CloneLogin login = CloneLogin.open(cluster);
          Connection role = login.connect(facts.database())) {
        // Statistics and index entries are made by functions of the source.
        new Vacuum(() -> login.connect(facts.database()), report).run(role, context.jobs());
      }
      try (Connection admin = cluster.connectAsAdmin(CloneLogin.ADMINISTRATION)) {
        RoleCheck.require(admin);
        for (String table : Sql.texts(admin, SHARED_CATALOGS)) {
          Sql.run(admin, "VACUUM (FREEZE, ANALYZE) " + table);
        }
        Sql.run(admin, "CHECKPOINT");
        return Sql.number(
            admin, "SELECT sum(pg_catalog.pg_database_size(oid)) FROM pg_catalog.pg_database");
      }
    }
  }

  private void write(PostgresVolume volume, StepRecord made) {
    try {
      DurableFile.write(
          volume.root().resolve(RECORD), Staging.json(made).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void removeLeftovers(PostgresVolume volume) {
    try {
      Files.deleteIfExists(volume.data().resolve("postmaster.opts"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
