package dev.goldenrod.http.testkit;

import dev.goldenrod.Deletion;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.SnapshotSchedules;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Fixtures for databases, by their names, and for their snapshots, by their ids. */
final class DatabaseFixtures {
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestServer server;
  private String branch = "";
  private String main = "";
  private String displaced = "";
  private String snapshot = "";

  DatabaseFixtures(TestServer server) {
    this.server = server;
  }

  /** Returns the fixture of a name; empty if it is not one of a database or a snapshot. */
  Optional<String> of(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "free" -> free();
          case "db" -> running(server.ann);
          case "yourDb" -> running(server.bob);
          case "guardedDb" -> guarded();
          case "guardedParent" -> guardedParent();
          case "stoppedDb" -> stopped();
          case "unmadeDb" -> create(server.ann).name();
          case "scheduledDb" -> scheduled();
          case "dyingDb" -> dying();
          case "deletedDb" -> deleted(server.ann).toString();
          case "yourDeletedDb" -> deleted(server.bob).toString();
          case "madeDeletedDb" -> madeDeleted().toString();
          case "displacedDb" -> displaced().toString();
          case "displacedName" -> displaced;
          case "branchedDb" -> branched();
          case "branch" -> branch;
          case "promotable" -> promotable(running(server.ann));
          case "grandchild" -> promotable(promotable(running(server.ann)));
          case "main" -> main;
          case "writtenDb" -> written();
          case "snapshotDb" -> withSnapshot(server.ann);
          case "takenSnapshot" -> snapshot;
          case "dbSnapshot" -> snapshotOf(server.ann);
          case "yourDbSnapshot" -> snapshotOf(server.bob);
          case "madeDb" -> made().name();
          case "madeDbSnapshot" -> madeSnapshot().toString();
          default -> null;
        });
  }

  private static String free() {
    return "d" + COUNTER.incrementAndGet();
  }

  private Database create(Actor owner) {
    return server
        .control
        .databases()
        .create(
            owner,
            new Databases.Create(free(), DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
  }

  private String running(Actor owner) {
    String name = create(owner).name();
    workUntil(owner, name, DatabasePhase.RUNNING);
    return name;
  }

  private void workUntil(Actor owner, String name, DatabasePhase phase) {
    server.workUntil(() -> server.control.databases().find(owner, name).phase() == phase);
  }

  private String stopped() {
    String name = running(server.ann);
    server.control.databases().stop(server.ann, name);
    workUntil(server.ann, name, DatabasePhase.STOPPED);
    return name;
  }

  private String scheduled() {
    String name = running(server.ann);
    server
        .control
        .snapshotSchedules()
        .put(server.ann, name, SnapshotSchedules.Put.of("0 3 * * *", 7));
    return name;
  }

  private String guarded() {
    return protect(running(server.ann));
  }

  private String guardedParent() {
    String parent = branched();
    protect(branch);
    return parent;
  }

  private String protect(String name) {
    server.control.databases().update(server.ann, name, DatabaseUpdate.ofProtection(true));
    return name;
  }

  private String dying() {
    String name = running(server.ann);
    server.control.databases().delete(server.ann, name, false);
    return name;
  }

  private UUID deleted(Actor owner) {
    return delete(running(owner), owner);
  }

  /** Deletes the database with a grace period, as a server that retains deleted resources. */
  private UUID delete(String name, Actor owner) {
    Database database = server.control.databases().find(owner, name);
    server.store.useTransaction(
        tx ->
            tx.databases()
                .update(
                    tx.databases()
                        .lock(owner.orgId(), database.id())
                        .orElseThrow()
                        .deleted(deletion(owner))));
    return database.id();
  }

  private Deletion deletion(Actor owner) {
    Instant now = server.clock.instant();
    return new Deletion(now, owner.userId(), now.plus(Duration.ofDays(1)));
  }

  /** Deletes a database whose name is then taken by another one. */
  private UUID displaced() {
    displaced = running(server.ann);
    UUID id = delete(displaced, server.ann);
    server
        .control
        .databases()
        .create(
            server.ann,
            new Databases.Create(displaced, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    return id;
  }

  private String promotable(String parent) {
    main = parent;
    branchOf(parent);
    return branch;
  }

  private String written() {
    String name = running(server.ann);
    Databases databases = server.control.databases();
    Credentials login = databases.credentials(server.ann, databases.find(server.ann, name));
    server.dataPlane.write(login, "CREATE TABLE x");
    return name;
  }

  private String branched() {
    String parent = running(server.ann);
    branchOf(parent);
    return parent;
  }

  private void branchOf(String parent) {
    branch = free();
    Databases.Branch command = new Databases.Branch(branch, "to try");
    server.control.databases().branch(server.ann, parent, command);
    workUntil(server.ann, branch, DatabasePhase.RUNNING);
  }

  private String withSnapshot(Actor owner) {
    String name = running(owner);
    Snapshots.Take command = new Snapshots.Take("monday", "before the sale");
    DatabaseSnapshot taken = server.control.snapshots().take(owner, name, command);
    snapshot = taken.id().toString();
    server.workUntil(
        () -> server.control.snapshots().current(taken).phase() == DatabaseSnapshot.Phase.READY);
    return name;
  }

  private String snapshotOf(Actor owner) {
    withSnapshot(owner);
    return snapshot;
  }

  /** Inserts the database directly, bypassing the quota. */
  private Database made() {
    return inserted(newlyMade());
  }

  private UUID madeDeleted() {
    return inserted(newlyMade().deleted(deletion(server.ann))).id();
  }

  private Database inserted(Database database) {
    server.store.useTransaction(tx -> tx.databases().insert(database));
    return database;
  }

  private Database newlyMade() {
    UUID cluster = server.control.clusters().list(server.admin).get(0).id();
    return Database.accepted(
            UUID.randomUUID(),
            server.ann.orgId(),
            server.ann.userId(),
            cluster,
            free(),
            new Database.Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
            Ancestry.NONE,
            server.clock.instant())
        .becameRunning("127.0.0.1:5432", "");
  }

  private UUID madeSnapshot() {
    DatabaseSnapshot taken =
        DatabaseSnapshot.accepted(UUID.randomUUID(), made(), "monday", "", server.clock.instant())
            .becameReady(1);
    server.store.useTransaction(tx -> tx.databases().insertSnapshot(taken));
    return taken.id();
  }
}
