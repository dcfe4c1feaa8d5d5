package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.k8s.declared.ObjectConditions.Stall;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reconciles declared Databases. A database is created once, and never again after it is gone.
 *
 * @param home the id of the cluster in which the Databases are declared and their databases are
 *     created
 * @param admin finds databases of any owner
 */
record DeclaredDatabaseReconciler(
    Databases databases,
    DeclaredRequests requests,
    CredentialReports credentials,
    Supplier<String> home,
    Supplier<Actor> admin)
    implements DeclaredObjectReconciler {
  @Override
  public StatusUpdate reconcile(DeclaredObject object, Actor actor) {
    Spec spec = new Spec(object);
    UUID id = object.id().orElseGet(() -> make(object, actor, spec));
    return databases
        .find(actor, id)
        .filter(database -> database.phase() != DatabasePhase.DELETING)
        .map(database -> living(object, actor, spec, database))
        .orElseGet(() -> isPresent(admin.get(), id) ? foreign(object, id) : gone(object, id));
  }

  private UUID make(DeclaredObject object, Actor actor, Spec spec) {
    return requests.createOnce(actor, object, Database::id, request -> make(actor, spec, request));
  }

  private Database make(Actor actor, Spec spec, Idempotency<Database> request) {
    Databases.Branch branch = new Databases.Branch(spec.name(), "");
    if (spec.originDatabase().isPresent()) {
      return databases.branch(actor, spec.originDatabase().get(), branch, request);
    }
    if (spec.originSnapshot().isPresent()) {
      return databases.branch(actor, spec.originSnapshot().get(), branch, request);
    }
    return databases.create(actor, spec.create(home.get()), request);
  }

  private StatusUpdate living(DeclaredObject object, Actor actor, Spec spec, Database found) {
    Optional<Stall> refusal = Optional.empty();
    Database database = found;
    try {
      database = asDeclared(actor, spec, found);
    } catch (ControlPlaneException refused) {
      refusal = Optional.of(Stall.of(refused));
    }
    JsonObject fields = fields(database);
    return new StatusUpdate(fields, conditions(object, actor, database, fields).with(refusal));
  }

  private Database asDeclared(Actor actor, Spec spec, Database found) {
    DatabaseConfig wanted = spec.config(found.template().config());
    Database database =
        wanted.equals(found.template().config())
            ? found
            : databases.update(
                actor,
                found.name(),
                new DatabaseUpdate(wanted.memory(), wanted.storage(), wanted.cpu(), null));
    boolean runs = database.goal() == Goal.RUNNING;
    if (database.neverRan() || spec.running().orElse(runs) == runs) {
      return database;
    }
    return runs ? databases.stop(actor, database.name()) : databases.start(actor, database.name());
  }

  private ObjectConditions conditions(
      DeclaredObject object, Actor actor, Database database, JsonObject fields) {
    String message = database.status().message();
    switch (database.phase()) {
      case RUNNING:
        return credentials
            .ensure(
                object,
                fields,
                database,
                message,
                copy -> databases.changedCredentials(actor, database, copy))
            .whileReconciling(database.isBeingResized());
      case FAILED:
        CredentialReports.keep(object, fields);
        return ObjectConditions.stalled(reason(database), message);
      case STOPPED:
        CredentialReports.keep(object, fields);
        return ObjectConditions.stopped(reason(database), message);
      default:
        CredentialReports.keep(object, fields);
        return ObjectConditions.inProgress(reason(database), message);
    }
  }

  /** Returns the phase as conditions write it, as in {@code Provisioning}. */
  private static String reason(Database database) {
    String name = database.phase().wireName();
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  private static JsonObject fields(Database database) {
    JsonObject fields = new JsonObject();
    fields.addProperty("id", database.id().toString());
    fields.addProperty("name", database.name());
    fields.addProperty("phase", database.phase().wireName());
    fields.addProperty("engine", database.template().type().wireName());
    fields.addProperty("version", database.template().version());
    StatusUpdate.addEndpoint(fields, database.status().endpoint());
    return fields;
  }

  private static StatusUpdate gone(DeclaredObject object, UUID id) {
    StatusUpdate update =
        StatusUpdate.unchanged(
            object,
            ObjectConditions.stalled(
                "Deleted",
                "database %s was deleted through the API; delete this Database and create another"
                    .formatted(name(object, id))));
    update.fields().addProperty("id", id.toString());
    update.fields().addProperty("phase", "gone");
    return update;
  }

  private static StatusUpdate foreign(DeclaredObject object, UUID id) {
    StatusUpdate update =
        StatusUpdate.unchanged(
            object,
            ObjectConditions.stalled(
                "Forbidden",
                "database %s belongs to another member than the namespace's; name that member for the namespace in --kube-resources, or remove the finalizers of this Database, delete it and create another"
                    .formatted(name(object, id))));
    update.fields().addProperty("id", id.toString());
    return update;
  }

  private static String name(DeclaredObject object, UUID id) {
    return object.status("name").orElse(id.toString());
  }

  @Override
  public void delete(Actor actor, UUID id) {
    databases.delete(actor, id, false);
  }

  @Override
  public boolean isPresent(Actor admin, UUID id) {
    return databases.find(admin, id).filter(one -> one.goal() != Goal.ABSENT).isPresent();
  }

  /**
   * The parsed spec of a Database. Methods throw {@link ControlPlaneException} for invalid fields.
   */
  private record Spec(DeclaredObject object) {
    String name() {
      return object
          .spec("name")
          .orElseGet(() -> object.name().namespace() + "-" + object.name().name());
    }

    Optional<String> originDatabase() {
      return object.spec("origin", "database");
    }

    Optional<UUID> originSnapshot() {
      return object.spec("origin", "snapshot").map(UUID::fromString);
    }

    Databases.Create create(String cluster) {
      return new Databases.Create(
          name(),
          parsed("engine", DatabaseType::parse)
              .orElseThrow(() -> ControlPlaneException.invalidBecause("engine", "must be given")),
          object.spec("version").orElse(""),
          config(DatabaseConfig.DEFAULT),
          cluster);
    }

    /** Returns the declared resources, with the given ones where none are declared. */
    DatabaseConfig config(DatabaseConfig others) {
      return new DatabaseConfig(
          parsed("memory", text -> Memory.parse(size(text))).orElse(others.memory()),
          parsed("storage", text -> Storage.parse(size(text))).orElse(others.storage()),
          parsed("cpu", text -> Cpu.parse(cores(text))).orElse(others.cpu()));
    }

    /** Converts a Kubernetes quantity, as in {@code 512Mi}, to the API's notation. */
    private static String size(String text) {
      return text.endsWith("i")
          ? text.substring(0, text.length() - 1).toLowerCase(Locale.ROOT)
          : text;
    }

    private static String cores(String text) {
      return text.equals("500m") ? Cpu.HALF.wireName() : text;
    }

    Optional<Boolean> running() {
      return object.spec("running").map(Boolean::parseBoolean);
    }

    private <T> Optional<T> parsed(String field, Function<String, Optional<T>> parser) {
      return object
          .spec(field)
          .map(
              text ->
                  parser
                      .apply(text)
                      .orElseThrow(
                          () ->
                              ControlPlaneException.invalidBecause(
                                  field, "'" + text + "' is not one of the allowed values")));
    }
  }
}
