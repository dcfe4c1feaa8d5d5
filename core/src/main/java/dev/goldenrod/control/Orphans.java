package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Resources of data planes that the store does not know, in quarantine until they are deleted. */
public final class Orphans {
  private static final String DESCRIPTION = "restored from quarantine";
  private static final int SHORT_ID = 8;

  private final ControlContext context;
  private final DatabaseAccess access;

  Orphans(ControlContext context) {
    this.context = context;
    this.access = new DatabaseAccess(context);
  }

  /** A restored orphan: {@code database} or {@code golden}, and its name, possibly generated. */
  public record Restored(String noun, String name) {}

  /** Returns all orphans, oldest first. Operators only. */
  public List<Orphan> list(Actor actor) {
    actor.requireOperator();
    return context.read(tx -> tx.orphans().list(actor.orgId()));
  }

  /**
   * Restores an orphan. A database becomes the actor's, and starts with its former data, login and
   * endpoint. A snapshot becomes a new database. The volume of a version becomes the first version
   * of a new golden, or a version of its former golden. Operators only.
   *
   * @throws ControlPlaneException if there is no such orphan, or its data is not complete
   */
  public Restored restore(Actor actor, UUID id) {
    actor.requireOperator();
    return context.change(
        actor,
        tx -> {
          Orphan orphan = require(tx, actor, id);
          Restored restored = restore(tx, actor, orphan);
          tx.orphans().delete(actor.orgId(), id);
          audit(tx, actor, orphan, "restored");
          return restored;
        });
  }

  /** Inserts the rows that make the orphan part of the store again. */
  private Restored restore(Transaction tx, Actor actor, Orphan orphan) {
    if (orphan.isDueAt(context.now())) {
      throw ControlPlaneException.conflictBecause(
          "%s %s is being deleted; it can no longer be restored"
              .formatted(orphan.kind().wireName(), orphan.reference()));
    }
    return switch (orphan.kind()) {
      case DATABASE -> restoreDatabase(tx, actor, orphan);
      case SNAPSHOT -> restoreSnapshot(tx, actor, orphan);
      case VERSION -> restoreVersion(tx, actor, orphan);
      case COPY -> restoreCopy(tx, actor, VersionRef.parse(orphan.reference()));
      case IMPORT -> throw nothingWhole(orphan, "an unfinished import; start the import again");
    };
  }

  private Restored restoreDatabase(Transaction tx, Actor actor, Orphan orphan) {
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

  private Restored restoreSnapshot(Transaction tx, Actor actor, Orphan orphan) {
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

  private Restored restoreVersion(Transaction tx, Actor actor, Orphan orphan) {
    String name =
        freeName(orphan.id(), taken -> tx.goldens().findByName(actor.orgId(), taken).isPresent());
    Golden golden = insertGolden(tx, actor, context.newId(), name);
    insertVersion(tx, golden, 1, orphan.reference(), orphan.clusterId());
    return new Restored("golden", name);
  }

  private Restored restoreCopy(Transaction tx, Actor actor, VersionRef copy) {
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
                context.now(),
                null));
  }

  private static String freeName(UUID id, Predicate<String> isTaken) {
    return ResourceTextValidator.firstFree(
        "restored-" + id.toString().substring(0, SHORT_ID), isTaken);
  }

  private static ControlPlaneException nothingWhole(Orphan orphan, String what) {
    return ControlPlaneException.conflictBecause(
        "%s %s is %s; there is nothing to restore"
            .formatted(orphan.kind().wireName(), orphan.reference(), what));
  }

  /**
   * Schedules the orphan and its data for deletion at the next collection: within ten minutes, or
   * when a server with its data plane starts. Operators only.
   *
   * @throws ControlPlaneException if there is no such orphan
   */
  public Orphan delete(Actor actor, UUID id) {
    actor.requireOperator();
    return context.change(
        actor,
        tx -> {
          Orphan due = require(tx, actor, id).deletedFrom(context.now());
          tx.orphans().update(due);
          audit(tx, actor, due, "deleted");
          return due;
        });
  }

  private static Orphan require(Transaction tx, Actor actor, UUID id) {
    return tx.orphans()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("orphan", id));
  }

  private void audit(Transaction tx, Actor actor, Orphan orphan, String action) {
    context.audit(
        tx,
        actor,
        "orphan." + action,
        "orphan",
        orphan.id(),
        Map.of("kind", orphan.kind().wireName(), "reference", orphan.reference()));
  }
}
