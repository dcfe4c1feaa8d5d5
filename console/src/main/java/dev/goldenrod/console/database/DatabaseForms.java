package dev.goldenrod.console.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.page.Shown;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.DatabaseCopy;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Changes of databases and branches. */
public record DatabaseForms(ControlPlane control) {
  public void addTo(PageTable pages) {
    pages
        .post("/databases", this::create)
        .post("/databases/{name}/login", this::showLogin)
        .post("/databases/{name}/reset-password", this::resetPassword)
        .post("/databases/{name}/start", changed(Databases::start, "Start"))
        .post("/databases/{name}/stop", changed(Databases::stop, "Stop"))
        .post("/databases/{name}/restart", changed(Databases::restart, "Restart"))
        .post("/databases/{name}/protection", this::protect)
        .post("/databases/{name}/resources", this::changeResources)
        .post("/databases/{name}/branches", this::branch)
        .post("/databases/{name}/delete", this::delete);
  }

  private Answer create(Visit visit) {
    Database database = visit.field("golden").isEmpty() ? createEmpty(visit) : copyGolden(visit);
    return shown(database, "Database " + database.name() + " is being created.");
  }

  private Database createEmpty(Visit visit) {
    String[] engine = visit.field("engine").split(" ", 2);
    DatabaseType type = choice("engine", engine[0], DatabaseType::parse);
    Databases.Create command =
        new Databases.Create(
            visit.field("name"),
            type,
            engine.length == 2 ? engine[1] : "",
            new DatabaseConfig(memory(visit), storage(visit), cpu(visit)),
            visit.field("cluster"),
            visit.field("description"));
    return control.databases().create(visit.actor(), command, visit.once());
  }

  private Database copyGolden(Visit visit) {
    DatabaseCopy command =
        new DatabaseCopy(
            visit.field("name"),
            visit.field("golden"),
            0,
            memory(visit),
            storage(visit),
            cpu(visit),
            visit.field("cluster"),
            visit.field("description"));
    return control.databases().create(visit.actor(), command, visit.once());
  }

  private static Memory memory(Visit visit) {
    return choice("memory", visit.field("memory"), Memory::parse);
  }

  private static Storage storage(Visit visit) {
    return choice("storage", visit.field("storage"), Storage::parse);
  }

  private static Cpu cpu(Visit visit) {
    return choice("cpu", visit.field("cpu"), Cpu::parse);
  }

  private static <T> T choice(String field, String value, Function<String, Optional<T>> parse) {
    return parse
        .apply(value)
        .orElseThrow(
            () -> ControlPlaneException.invalid(field, "must be one of the choices of the form"));
  }

  /** By a form, so that the password is in no address and no kept page. */
  private Answer showLogin(Visit visit) {
    Database database = FormTarget.of(control, visit);
    requireAddress(database);
    return Answer.show(login(database, control.databases().credentials(visit.actor(), database)));
  }

  private void requireAddress(Database database) {
    Database parent = new DatabaseRows(control).parent(database).orElse(null);
    if (database.neverRan() || database.isDisplacedBy(parent)) {
      throw ControlPlaneException.conflict(
          "database '" + database.name() + "' has no address yet; wait until it is running");
    }
  }

  private Answer resetPassword(Visit visit) {
    Database database = FormTarget.of(control, visit);
    return Answer.show(
        login(database, control.databases().resetCredentials(visit.actor(), database.name())),
        "The password of " + database.name() + " has been reset.");
  }

  private static Html login(Database database, Credentials login) {
    return new Html("clone-login", "Connection of " + database.name())
        .with("name", database.name())
        .with("back", "/databases/" + database.name())
        .with("login", login);
  }

  private interface Change {
    Database apply(Databases databases, Actor actor, String name);
  }

  private Function<Visit, Answer> changed(Change change, String noun) {
    return visit -> {
      String name = FormTarget.of(control, visit).name();
      Database database = change.apply(control.databases(), visit.actor(), name);
      return shown(database, noun + " of " + name + " has begun.");
    };
  }

  private Answer protect(Visit visit) {
    Database database =
        update(visit, DatabaseUpdate.ofProtection(visit.field("protect").equals("true")));
    return shown(
        database,
        database.isProtected()
            ? database.name() + " is now protected from deletion."
            : database.name() + " can now be deleted.");
  }

  private Answer changeResources(Visit visit) {
    Database database = FormTarget.of(control, visit);
    Shown.requirePresent(
        visit, "the settings of database '" + database.name() + "'", settings(database));
    DatabaseUpdate update =
        new DatabaseUpdate(
            memory(visit), storage(visit), cpu(visit), visit.field("description"), null);
    return shown(update(visit, update), "The settings of " + database.name() + " have been saved.");
  }

  /** Returns the settings that the form of resources shows. */
  public static String settings(Database database) {
    DatabaseConfig config = database.template().config();
    return Shown.of(
        config.memory().wireName(),
        config.storage().wireName(),
        config.cpu().wireName(),
        database.template().description());
  }

  private Database update(Visit visit, DatabaseUpdate update) {
    Database database = FormTarget.of(control, visit);
    return control.databases().update(visit.actor(), database.name(), update);
  }

  private Answer branch(Visit visit) {
    Databases.Branch command =
        new Databases.Branch(visit.field("name"), visit.field("description"));
    Database database = FormTarget.of(control, visit);
    return shown(
        control.databases().branch(visit.actor(), database.name(), command, visit.once()),
        "Branch %s of %s is being created.".formatted(command.name(), database.name()));
  }

  private Answer delete(Visit visit) {
    Database database = FormTarget.of(control, visit);
    UUID id = database.id();
    switch (visit.field("branches")) {
      case "delete" ->
          control
              .databases()
              .deleteWithBranches(
                  visit.actor(), id, found -> branches(found).equals(visit.field("shown")));
      case "keep" -> control.databases().delete(visit.actor(), id, true);
      default -> control.databases().delete(visit.actor(), id, false);
    }
    return Answer.goTo("/databases", "Deletion of " + database.name() + " has begun.");
  }

  /** Returns what the form of a deletion shows of the branches with these ids. */
  public static String branches(Collection<UUID> ids) {
    return Shown.of(ids.stream().map(UUID::toString).sorted().toArray(String[]::new));
  }

  static Answer shown(Database database, String confirmation) {
    return Answer.goTo("/databases/" + database.name(), confirmation);
  }
}
