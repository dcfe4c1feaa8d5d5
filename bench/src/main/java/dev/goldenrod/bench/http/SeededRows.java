package dev.goldenrod.bench.http;

import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Cron;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.InstanceSpec;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.UUID;

/** Rows of an organization without any counterparts in a data plane. */
final class SeededRows {
  /** The database with a branch and all snapshots. */
  static final String MAIN = "main";

  static final String BRANCH = "branch";

  /** The name prefix of databases that the benchmark deletes. */
  static final String GONE = "gone-";

  private static final Ttl LIFE = Ttl.parse("365d");

  private final Actor owner;
  private final UUID clusterId;
  private final Instant now;

  SeededRows(Actor owner, UUID clusterId, Instant now) {
    this.owner = owner;
    this.clusterId = clusterId;
    this.now = now;
  }

  /**
   * Inserts the given number of databases, snapshots, schedules and instances each.
   *
   * @param gone the number of further databases, which the benchmark deletes
   */
  void insert(Store store, int rows, int gone) {
    store.useTransaction(
        tx -> {
          Database main = insert(tx, MAIN, Ancestry.NONE);
          insert(tx, BRANCH, Ancestry.branchOf(main.id()));
          for (int i = 0; i < rows; i++) {
            insertOfEach(tx, main, i);
          }
          for (int i = 0; i < gone; i++) {
            insert(tx, GONE + i, Ancestry.NONE);
          }
        });
  }

  private void insertOfEach(Transaction tx, Database main, int number) {
    Database database = insert(tx, "many-" + number, Ancestry.NONE);
    tx.schedules()
        .insert(
            SnapshotSchedule.create(UUID.randomUUID(), database, new Cron("0 3 * * *"), 7, now));
    tx.databases()
        .insertSnapshot(
            DatabaseSnapshot.accepted(UUID.randomUUID(), main, "snapshot-" + number, "", now)
                .becameReady(1));
    GoldenRef golden = GoldenRef.unmasked(main.id(), "seeded", 1);
    InstanceSpec spec = InstanceSpec.create(golden, "default", InstanceSize.SMALL, LIFE, now);
    tx.instances()
        .insert(
            Instance.launched(
                UUID.randomUUID(), owner.orgId(), owner.userId(), clusterId, spec, now));
  }

  private Database insert(Transaction tx, String name, Ancestry ancestry) {
    Database database =
        Database.accepted(
                UUID.randomUUID(),
                owner.orgId(),
                owner.userId(),
                clusterId,
                name,
                new Database.Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
                ancestry,
                now)
            .becameRunning("127.0.0.1:5432", "");
    tx.databases().insert(database);
    return database;
  }
}
