package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Deletion;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Deleted databases and goldens that can still be restored: databases by their owners and
 * operators, goldens by operators.
 */
public final class Deletions {
  private final ControlContext context;
  private final DatabaseAccess access;
  private final DatabaseDeletion databases;
  private final DatabaseCaps caps;
  private final KeyedCommands<Restored> keyed;

  /** The kinds of resources that can be restored. */
  public enum Kind {
    DATABASE,
    GOLDEN;

    /** Returns the name in the API, as in {@code database}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A resource that can be restored.
   *
   * @param name its former name, which another resource may have taken
   * @param ownerId the owner of a database; null for a golden
   */
  public record Deleted(
      UUID id, Kind kind, String name, @Nullable UUID ownerId, Deletion deletion) {
    private static Deleted of(Database database, Deletion deletion) {
      return new Deleted(
          database.id(), Kind.DATABASE, database.name(), database.ownerId(), deletion);
    }

    private static Deleted of(Golden golden, Deletion deletion) {
      return new Deleted(golden.id(), Kind.GOLDEN, golden.name(), null, deletion);
    }
  }

  /** A restored resource with its present name. */
  public record Restored(UUID id, Kind kind, String name) {
    private static Restored parse(String text) {
      String[] parts = text.split(" ");
      return new Restored(UUID.fromString(parts[0]), Kind.valueOf(parts[1]), parts[2]);
    }

    private String text() {
      return id + " " + kind + " " + name;
    }
  }

  Deletions(ControlContext context, Supplier<Caps> caps) {
    this.context = context;
    this.access = new DatabaseAccess(context);
    this.databases = new DatabaseDeletion(context, access, caps);
    this.caps = new DatabaseCaps(caps);
    this.keyed =
        new KeyedCommands<>(
            context.idempotencyKeys(), Restored::text, (actor, answer) -> Restored.parse(answer));
  }

  /** Returns what the actor may restore, in the order of deletion. */
  public List<Deleted> list(Actor actor) {
    return context.read(tx -> list(tx, actor));
  }

  private static List<Deleted> list(Transaction tx, Actor actor) {
    Stream<Deleted> ofDatabases =
        restorableDatabases(tx, actor).stream()
            .filter(database -> DatabaseAccess.mayUse(tx, actor, database))
            .flatMap(one -> Stream.ofNullable(one.deletion()).map(it -> Deleted.of(one, it)));
    Stream<Deleted> ofGoldens =
        tx.goldens().restorable(actor.orgId()).stream()
            .filter(golden -> mayRestore(actor, golden))
            .flatMap(one -> Stream.ofNullable(one.deletion()).map(it -> Deleted.of(one, it)));
    return Stream.concat(ofDatabases, ofGoldens)
        .sorted(Comparator.comparing(deleted -> deleted.deletion().at()))
        .toList();
  }

  private static List<Database> restorableDatabases(Transaction tx, Actor actor) {
    return actor.isOperator()
        ? tx.databases().restorable(actor.orgId())
        : tx.databases().restorableOf(actor.orgId(), actor.userId());
  }

  private static boolean mayRestore(Actor actor, Golden golden) {
    return actor.isOperator() && golden.isInScopeOf(actor);
  }

  /** Checks that the resource can be restored, and that the actor may restore it. */
  public void requireExists(Actor actor, UUID id) {
    context
        .store()
        .useTransaction(
            tx -> {
              if (database(tx, actor, id).isEmpty()) {
                requireGolden(tx, actor, id);
              }
            });
  }

  /**
   * Restores the resource as it was when it was deleted, and starts a database. Branches and
   * clones, which were detached or deleted, and the snapshot schedule are not restored.
   *
   * @param name a new name; empty for the former one
   * @throws ControlPlaneException if the name is taken, or the owner's limit on databases is
   *     reached
   */
  public Restored restore(Actor actor, UUID id, String name) {
    return restore(actor, id, name, Idempotency.none());
  }

  /** Like {@link #restore(Actor, UUID, String)}, once per idempotency key. */
  public Restored restore(Actor actor, UUID id, String name, Idempotency<Restored> idempotency) {
    return keyed.once(
        actor,
        idempotency,
        List.of("restore", id, name),
        key -> {
          Restored restored = context.change(actor, key, tx -> restore(tx, actor, id, name));
          context.loop().enqueue(id);
          return restored;
        });
  }

  private Restored restore(Transaction tx, Actor actor, UUID id, String name) {
    Optional<Database> database = database(tx, actor, id);
    return database.isPresent()
        ? restore(tx, actor, database.get(), name)
        : restore(tx, actor, requireGolden(tx, actor, id), name);
  }

  private Restored restore(Transaction tx, Actor actor, Database deleted, String asked) {
    String name = asked.isEmpty() ? deleted.name() : asked;
    ResourceTextValidator.requireName(name);
    if (tx.databases().findByName(actor.orgId(), name).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.DATABASE_NAME_TAKEN,
          "database name '%s' is in use; restore it under another name".formatted(name));
    }
    caps.requireRoomForDatabase(tx, deleted.orgId(), deleted.ownerId());
    Database restored = access.withOfflineMessage(tx, deleted.restored(name));
    tx.databases().update(restored);
    access.schedule(tx, restored);
    access.audit(tx, actor, restored, "restored");
    return new Restored(restored.id(), Kind.DATABASE, name);
  }

  private Restored restore(Transaction tx, Actor actor, Golden deleted, String asked) {
    String name = asked.isEmpty() ? deleted.name() : asked;
    if (tx.goldens().findByName(actor.orgId(), name).isPresent()) {
      throw ControlPlaneException.conflictBecause(
          "golden name '%s' is in use; restore it under another name".formatted(name));
    }
    Goldens.requireUpdated(tx.goldens().update(deleted.restored(name)), deleted);
    context.audit(tx, actor, "golden.restored", "golden", deleted.id(), Map.of("name", name));
    return new Restored(deleted.id(), Kind.GOLDEN, name);
  }

  /** Removes the resource at once and permanently. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    context.delete(actor, idempotency, List.of("remove", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    Optional<Database> database = database(tx, actor, id);
    if (database.isPresent()) {
      return databases.removeDeleted(tx, actor, database.get());
    }
    Golden golden = requireGolden(tx, actor, id);
    GoldenDeletion.remove(context, tx, golden);
    context.audit(tx, actor, "golden.removed", "golden", id, Map.of("name", golden.name()));
    return List.of(id);
  }

  private static Optional<Database> database(Transaction tx, Actor actor, UUID id) {
    Optional<Database> deleted =
        tx.databases().lock(actor.orgId(), id).filter(Database::isRestorable);
    deleted.ifPresent(database -> DatabaseAccess.requireOwned(tx, actor, database));
    return deleted;
  }

  private static Golden requireGolden(Transaction tx, Actor actor, UUID id) {
    return tx.goldens()
        .find(actor.orgId(), id)
        .filter(golden -> golden.isRestorable() && mayRestore(actor, golden))
        .orElseThrow(() -> ControlPlaneException.notFound("deleted database or golden", id));
  }
}
