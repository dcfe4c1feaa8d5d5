package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Orphans.Restored;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.ResourceTextValidator;
import dev.goldenrod.control.database.DatabaseAccess;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.golden.VersionStatus;
import dev.goldenrod.member.Actor;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Inserts the rows that make an orphan part of the store again. */
final class OrphanRestore {
  private static final String DESCRIPTION = "restored from quarantine";
  private static final int SHORT_ID = 8;

  private final ControlContext context;
  private final DatabaseAccess access;

  OrphanRestore(ControlContext context) {
    this.context = context;
    this.access = new DatabaseAccess(context);
  }

  Restored restore(Transaction tx, Actor actor, Orphan orphan) {
    if (orphan.isDueAt(context.now())) {
      throw ControlPlaneException.conflictBecause(
          "%s %s is being deleted; it can no longer be restored"
              .formatted(orphan.kind().wireName(), orphan.reference()));
    }
    return switch (orphan.kind()) {
      case DATABASE -> database(tx, actor, orphan);
      case SNAPSHOT -> snapshot(tx, actor, orphan);
      case VERSION -> version(tx, actor, orphan);
      case COPY -> copy(tx, actor, VersionRef.parse(orphan.reference()));
      case IMPORT -> throw nothingWhole(orphan, "an unfinished import; start the import again");
    };
  }

  private Restored database(Transaction tx, Actor actor, Orphan orphan) {
    if (orphan.endpoint().isEmpty()) {
      throw nothingWhole(orphan, "a database that never ran");
    }
    UUID id = UUID.fromString(orphan.reference());
    Database made = accepted(tx, actor, orphan, id, Ancestry.NONE);
    Database there =
        new Database(
            id,
            made.orgId(),
            made.ownerId(),
            made.clusterId(),
            made.name(),
            made.template(),
            Ancestry.NONE,
            Promotion.NONE,
            Database.Goal.RUNNING,
            new Database.Status(DatabasePhase.STARTING, orphan.endpoint(), ""),
            false,
            null,
            made.createdAt(),
            0);
    insert(tx, actor, there);
    return new Restored("database", there.name());
  }

  private Restored snapshot(Transaction tx, Actor actor, Orphan orphan) {
    UUID id = UUID.fromString(orphan.reference());
    Database database = accepted(tx, actor, orphan, context.newId(), new Ancestry(null, null, id));
    insert(tx, actor, database);
    DatabaseSnapshot snapshot =
        DatabaseSnapshot.accepted(id, database, "restored", DESCRIPTION, context.now())
            .becameReady(orphan.facts().sizeBytes());
    tx.databases().insertSnapshot(snapshot);
    access.auditSnapshot(tx, actor, snapshot, "restored");
    return new Restored("database", database.name());
  }

  private Database accepted(
      Transaction tx, Actor actor, Orphan orphan, UUID id, Ancestry ancestry) {
    Orphan.Facts facts = orphan.facts();
    DatabaseType type =
        DatabaseType.parse(facts.engine().type())
            .orElseThrow(() -> nothingWhole(orphan, "data of an unknown engine"));
    Predicate<String> isTaken = name -> tx.databases().findByName(actor.orgId(), name).isPresent();
    String name =
        Optional.of(facts.name())
            .filter(
                known ->
                    orphan.kind() == Orphan.Kind.DATABASE && ResourceTextValidator.isName(known))
            .filter(isTaken.negate())
            .orElseGet(() -> freeName(id, isTaken));
    DatabaseConfig config =
        facts.resources() == null
            ? DatabaseConfig.DEFAULT
            : DatabaseConfig.covering(facts.resources());
    Database.Template template =
        new Database.Template(type, facts.engine().release(), config, DESCRIPTION);
    return Database.accepted(
        id,
        actor.orgId(),
        actor.userId(),
        orphan.clusterId(),
        name,
        template,
        ancestry,
        context.now());
  }

  private void insert(Transaction tx, Actor actor, Database database) {
    tx.databases().insert(database);
    access.schedule(tx, database);
    access.audit(tx, actor, database, "restored");
  }

  private Restored version(Transaction tx, Actor actor, Orphan orphan) {
    String name =
        freeName(orphan.id(), taken -> tx.goldens().findByName(actor.orgId(), taken).isPresent());
    Golden golden = insertGolden(tx, actor, context.newId(), name);
    insertVersion(tx, golden, 1, orphan.reference(), orphan.clusterId());
    return new Restored("golden", name);
  }

  private Restored copy(Transaction tx, Actor actor, VersionRef copy) {
    Golden golden =
        tx.goldens()
            .find(actor.orgId(), copy.goldenId())
            .orElseGet(() -> insertGolden(tx, actor, copy.goldenId(), nameOf(tx, actor, copy)));
    if (golden.isDeleting()) {
      throw ControlPlaneException.conflictBecause(
          "golden '%s' is being deleted; restore the copy when it is gone"
              .formatted(golden.name()));
    }
    insertVersion(tx, golden, copy.version(), copy.handle(), null);
    return new Restored("golden", golden.name());
  }

  private static String nameOf(Transaction tx, Actor actor, VersionRef copy) {
    Predicate<String> isTaken = name -> tx.goldens().findByName(actor.orgId(), name).isPresent();
    return Optional.of(copy.golden())
        .filter(isTaken.negate())
        .orElseGet(() -> freeName(copy.goldenId(), isTaken));
  }

  private Golden insertGolden(Transaction tx, Actor actor, UUID id, String name) {
    Golden golden = Golden.create(id, actor.orgId(), name, Substrate.POSTGRES, context.now());
    tx.goldens().insert(golden);
    return golden;
  }

  private void insertVersion(
      Transaction tx, Golden golden, int number, String handle, @Nullable UUID clusterId) {
    tx.goldens()
        .insertVersion(
            new GoldenVersion(
                golden.id(),
                number,
                VersionStatus.READY,
                DESCRIPTION,
                handle,
                0,
                clusterId,
                context.now()));
  }

  private static String freeName(UUID id, Predicate<String> isTaken) {
    String name = "restored-" + id.toString().substring(0, SHORT_ID);
    String free = name;
    for (int i = 2; isTaken.test(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  private static ControlPlaneException nothingWhole(Orphan orphan, String what) {
    return ControlPlaneException.conflictBecause(
        "%s %s is %s; there is nothing to restore"
            .formatted(orphan.kind().wireName(), orphan.reference(), what));
  }
}
