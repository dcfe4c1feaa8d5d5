package dev.goldenrod.cli.command.database;

import static dev.goldenrod.cli.session.ResourceLookup.databasePath;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Printer;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.DeleteOptions.AffectedResource;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Operations that the commands for databases and for branches share. */
public final class DatabaseWork {
  static final String RUNNING = "running";
  static final String STOPPED = "stopped";

  private static final Columns FACTS =
      Columns.named("/name")
          .with("name")
          .with("type")
          .with("version")
          .with("status")
          .with("parent")
          .with("ENDPOINT", DatabaseWork::endpoint)
          .with("cluster")
          .with("PROTECTED", it -> it.path("protected").asBoolean() ? "yes" : "no")
          .with("description");

  static final Columns COLUMNS = FACTS.with("message");

  static final Columns SHOWN =
      FACTS
          .with("GOLDEN", DatabaseWork::golden)
          .with("SNAPSHOTS", DatabaseWork::schedule)
          .with("message");

  /** Omits the messages of running databases, which would clutter a list. */
  private static final Columns LIST =
      FACTS.with("MESSAGE", it -> status(it).equals(RUNNING) ? "" : it.path("message").asText());

  static Columns columns(Printer printer) {
    return printer.isTable() ? LIST : COLUMNS;
  }

  private final Session session;

  DatabaseWork(Session session) {
    this.session = session;
  }

  private static String schedule(JsonNode database) {
    JsonNode schedule = database.path("snapshot_schedule");
    return schedule.isObject()
        ? "%s, keep %s".formatted(schedule.path("cron").asText(), schedule.path("keep").asText())
        : "";
  }

  private static String golden(JsonNode database) {
    return database.path("golden").isTextual()
        ? "%s, version %d"
            .formatted(database.path("golden").asText(), database.path("golden_version").asInt())
        : "";
  }

  /** Returns the address of the database; empty if it has none yet. */
  public static String endpoint(JsonNode database) {
    JsonNode connection = database.path("connection");
    return connection.isObject()
        ? connection.path("host").asText() + ":" + connection.path("port").asText()
        : "";
  }

  static String name(JsonNode database) {
    return database.path("name").asText();
  }

  /** Creates a database and prints it once it is running. */
  void create(String name, String path, Map<String, ?> body, WaitOptions waiting) {
    JsonNode made;
    try (Progress progress =
        session.progressOfRequest("database " + name, "goldenrod database show " + name)) {
      progress.say("database " + name + ": sending the request");
      made = session.create(path + waiting.query(), body, waiting, "goldenrod database list");
    }
    print(made, RUNNING, waiting);
    session.next(
        "goldenrod database credentials " + name,
        "goldenrod branch create %s NAME".formatted(name));
  }

  /** Prints a database, after waiting for the wanted status if the options ask for that. */
  void print(JsonNode database, String wanted, WaitOptions waiting) {
    JsonNode settled = waiting.isWaiting() ? settled(database, wanted, waiting) : database;
    session.printer().one(withoutSecrets(settled), COLUMNS);
  }

  /** Promotes a branch to replace its parent, and reports the new name of the former parent. */
  void promote(JsonNode branch, WaitOptions waiting) {
    String parent = branch.path("parent").asText("");
    List<JsonNode> former = ResourceLookup.in(session.lookup().databases(), parent, "name");
    String path = databasePath(branch) + "/promote" + waiting.query();
    JsonNode promoted = session.apiFor(waiting).post(path);
    print(promoted, RUNNING, waiting);
    former.forEach(it -> sayFormer(it.path("id").asText()));
  }

  private void sayFormer(String id) {
    ResourceLookup.in(session.lookup().databases(), id, "id")
        .forEach(
            it ->
                session.say(
                    "the former database '%s' is now its branch '%s'"
                        .formatted(it.path("parent").asText(), name(it))));
  }

  private JsonNode settled(JsonNode database, String wanted, WaitOptions waiting) {
    String name = name(database);
    JsonNode settled =
        status(database).equals(wanted)
            ? database
            : session
                .waits()
                .await(
                    "database " + name,
                    databasePath(database),
                    "status",
                    Set.of(RUNNING, STOPPED, "failed"),
                    waiting,
                    "goldenrod database show " + name);
    if (!status(settled).equals(wanted)) {
      throw new CliException(
          ExitCode.REFUSED,
          "database '%s' is %s, not %s: %s"
              .formatted(name, status(settled), wanted, settled.path("message").asText()),
          "goldenrod database show " + name);
    }
    return settled;
  }

  private static String status(JsonNode database) {
    return database.path("status").asText();
  }

  /** Returns a copy without password and URL, which only the credentials commands print. */
  public static JsonNode withoutSecrets(JsonNode database) {
    JsonNode shown = database.deepCopy();
    if (shown instanceof ObjectNode object) {
      object.remove("url");
    }
    if (shown.path("connection") instanceof ObjectNode connection) {
      connection.remove("password");
    }
    return shown;
  }

  /**
   * Replaces the password of a clone or database and prints the new login, if that is confirmed.
   *
   * @param path the API's path of the clone or database
   */
  public static void resetCredentials(
      Session session, DeleteOptions loss, String what, String path) {
    List<String> alongside = List.of("programs with the old password can no longer log in");
    if (loss.confirm(session, "replace", what, alongside)) {
      JsonNode login = session.api().post(path + "/credentials/reset");
      session.printer().one(login, Columns.OF_CREDENTIALS);
    }
  }

  void protect(String name, boolean wanted) {
    String path = session.lookup().databasePathOf(name);
    JsonNode changed = session.api().patch(path, Map.of("protected", wanted));
    session.printer().one(withoutSecrets(changed), COLUMNS);
  }

  /**
   * @param isForced whether to delete databases whose branches remain
   */
  void delete(
      List<JsonNode> databases, DeleteOptions deletion, WaitOptions waiting, boolean isForced) {
    List<JsonNode> all = branchesFirst(databases);
    List<String> names = all.stream().map(DatabaseWork::name).toList();
    List<AffectedResource> resources =
        all.stream().map(it -> affectedResource(it, names, isForced)).toList();
    if (deletion.confirm(session, "delete", resources)) {
      for (JsonNode database : all) {
        session.apiFor(waiting).delete(databasePath(database) + (isForced ? "?force=true" : ""));
        awaitGone(database, waiting);
        sayRestorable(database);
      }
    }
  }

  private void sayRestorable(JsonNode database) {
    try {
      ResourceLookup.in(session.list("/v1/deleted", "deleted"), database.path("id").asText(), "id")
          .forEach(
              it ->
                  session.say(
                      "it can be restored until %s: goldenrod deleted restore %s"
                          .formatted(it.path("restorable_until").asText(), name(it))));
    } catch (ClientException | CliException unavailable) {
      // The server is too old or late, or the token may not list deleted databases; the deletion
      // succeeded.
    }
  }

  /** Orders branches before their parents: a database with branches is not deleted. */
  private static List<JsonNode> branchesFirst(List<JsonNode> databases) {
    List<JsonNode> left = new ArrayList<>(databases);
    List<JsonNode> ordered = new ArrayList<>();
    while (!left.isEmpty()) {
      List<String> parents = left.stream().map(it -> it.path("parent").asText()).toList();
      List<JsonNode> next = left.stream().filter(it -> !parents.contains(name(it))).toList();
      ordered.addAll(next.isEmpty() ? left : next);
      left.removeAll(next.isEmpty() ? List.copyOf(left) : next);
    }
    return ordered;
  }

  private static String noun(JsonNode database) {
    return database.path("parent").isTextual() ? "branch" : "database";
  }

  private AffectedResource affectedResource(
      JsonNode database, List<String> going, boolean isForced) {
    String name = name(database);
    if (database.path("protected").asBoolean()) {
      throw new CliException(
          ExitCode.CONFLICT,
          "%s '%s' is protected from deletion".formatted(noun(database), name),
          "goldenrod database unprotect " + name);
    }
    List<JsonNode> branches =
        ResourceLookup.all(session.list(databasePath(database) + "/branches", "branches")).stream()
            .filter(it -> !going.contains(name(it)))
            .toList();
    if (!isForced && !branches.isEmpty()) {
      throw new CliException(
          ExitCode.CONFLICT,
          "%s '%s' has branches: %s"
              .formatted(
                  noun(database),
                  name,
                  String.join(", ", branches.stream().map(DatabaseWork::name).toList())),
          "goldenrod branch delete " + name(branches.get(0)),
          "goldenrod database delete --force " + name);
    }
    List<String> alongside = new ArrayList<>();
    branches.forEach(
        it -> alongside.add("branch %s stays, without its parent".formatted(name(it))));
    session
        .lookup()
        .snapshots(database)
        .forEach(it -> alongside.add("snapshot %s is deleted with it".formatted(name(it))));
    return new AffectedResource("%s '%s' with its data".formatted(noun(database), name), alongside);
  }

  private void awaitGone(JsonNode database, WaitOptions waiting) {
    session
        .waits()
        .awaitGone(
            noun(database) + " " + name(database),
            bounded ->
                ResourceLookup.all(bounded.lookup().databases()).stream()
                    .noneMatch(other -> other.path("id").equals(database.path("id"))),
            waiting,
            "goldenrod database list");
  }
}
