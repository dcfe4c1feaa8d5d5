package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiConnection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Finds resources by the name or id that the user typed. */
public final class ResourceLookup {
  /** The API's path of goldens; the snapshots of a database are listed below the database. */
  public static final String GOLDENS = "/v1/snapshots";

  private static final Pattern ID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Session session;

  ResourceLookup(Session session) {
    this.session = session;
  }

  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  public ArrayNode goldens() {
    return session.list(GOLDENS, "snapshots");
  }

  public JsonNode golden(String text) {
    return in(goldens(), "golden", text, "name");
  }

  public String goldenName(String text) {
    return golden(text).path("name").asText();
  }

  public ArrayNode clones() {
    return session.list("/v1/instances", "instances");
  }

  /** Returns the clone's name, or its id if it has none. */
  public static String cloneName(JsonNode clone) {
    return clone.path("name").asText(clone.path("id").asText());
  }

  public JsonNode clone(String text) {
    return findClone(text).orElseThrow(() -> missing("clone", text, "goldenrod clone list"));
  }

  public Optional<JsonNode> findClone(String text) {
    // Names may look like ids, so a name is tried too.
    return (isId(text) ? find("/v1/instances/" + text) : Optional.<JsonNode>empty())
        .or(() -> findCloneByName(text));
  }

  private Optional<JsonNode> find(String path) {
    return session.read(api -> api.find(path));
  }

  private Optional<JsonNode> findCloneByName(String text) {
    JsonNode named = session.list("/v1/instances?name=" + ApiConnection.encode(text), "instances");
    List<JsonNode> found = in(named, text, "name");
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(one("clone", text, found, "goldenrod clone list"));
  }

  public ArrayNode databases() {
    return session.list("/v1/databases", "databases");
  }

  /**
   * Returns the database or branch, without its password. Searches the list of databases, because
   * the text may be an id, or contain characters that mean something in a path.
   */
  public JsonNode database(String text) {
    return in(databases(), "database", text, "name");
  }

  /** Returns the source of that id, or the only one of that {@code host/dbname}, host or dbname. */
  public JsonNode source(String text) {
    List<JsonNode> all = all(session.list("/v1/sources", "sources"));
    List<JsonNode> found =
        all.stream()
            .filter(source -> text.equals(source.path("id").asText()) || isAt(source, text))
            .toList();
    return one("source", text, found, "goldenrod source list");
  }

  public JsonNode onlySource() {
    List<JsonNode> all = all(session.list("/v1/sources", "sources"));
    if (all.size() == 1) {
      return all.get(0);
    }
    throw new CliException(
        ExitCode.USAGE,
        all.isEmpty()
            ? "there is no source yet"
            : "there are %d sources; choose one with --source".formatted(all.size()),
        all.isEmpty() ? "goldenrod source add --help" : "goldenrod source list");
  }

  private static boolean isAt(JsonNode source, String text) {
    String host = source.at("/config/host").asText();
    String dbname = source.at("/config/dbname").asText();
    return List.of(host + "/" + dbname, host, dbname).contains(text);
  }

  /** Returns the import of that id, or the newest import of the golden of that name. */
  public JsonNode importJob(String text) {
    Optional<JsonNode> job = isId(text) ? find("/v1/imports/" + text) : Optional.empty();
    return job.or(
            () ->
                all(session.list("/v1/imports?limit=1000", "imports")).stream()
                    .filter(it -> text.equals(it.path("golden").asText()))
                    .findFirst())
        .orElseThrow(() -> missing("import", text, "goldenrod import list"));
  }

  /** Returns the snapshot of that id or name, of any database if {@code database} is null. */
  public JsonNode snapshot(String text, @Nullable String database) {
    List<JsonNode> databases = database == null ? all(databases()) : List.of(database(database));
    List<JsonNode> found =
        databases.stream().flatMap(it -> in(snapshots(it), text, "name").stream()).toList();
    return one("snapshot", text, found, "goldenrod snapshot list");
  }

  public ArrayNode snapshots(JsonNode database) {
    return session.list(databasePath(database) + "/snapshots", "snapshots");
  }

  /** Returns the API's path of the database or branch that the user typed. */
  public String databasePathOf(String text) {
    return databasePath(database(text));
  }

  public static String databasePath(JsonNode database) {
    return databasePath(database.path("name").asText());
  }

  /** Rejects names that would change the path ({@code .} and {@code ..}). */
  public static String databasePath(String name) {
    if (List.of("", ".", "..").contains(name)) {
      throw new CliException(
          ExitCode.REFUSED, "the database name '%s' cannot be used in a request".formatted(name));
    }
    return "/v1/databases/" + ApiConnection.encode(name);
  }

  public JsonNode member(String text) {
    return in(
        session.list("/v1/users", "users"),
        "member",
        isId(text) ? text : text.toLowerCase(Locale.ROOT),
        "email");
  }

  /** Returns the invite of that id, or the only one for that email address. */
  public JsonNode invite(String text) {
    return in(
        session.list("/v1/invites", "invites"),
        "invite",
        isId(text) ? text : text.toLowerCase(Locale.ROOT),
        "email");
  }

  public JsonNode token(String text) {
    return in(session.list("/v1/auth/tokens", "tokens"), "token", text, "name");
  }

  /** Returns the pool of that id, or the only pool of the golden of that name. */
  public JsonNode pool(String text) {
    return in(session.list("/v1/pools", "pools"), "pool", text, "golden");
  }

  public JsonNode cluster(String text) {
    return in(session.list("/v1/clusters", "clusters"), "cluster", text, "name");
  }

  public JsonNode deleted(String text) {
    JsonNode all = session.list("/v1/deleted", "deleted");
    return one("deleted resource", text, in(all, text, "name"), "goldenrod deleted list");
  }

  private static JsonNode in(JsonNode array, String noun, String text, String nameField) {
    return one(noun, text, in(array, text, nameField), "goldenrod " + noun + " list");
  }

  public static List<JsonNode> in(JsonNode array, String text, String nameField) {
    Predicate<JsonNode> isMeant =
        it -> text.equals(it.path(nameField).asText(null)) || text.equals(it.path("id").asText());
    return all(array).stream().filter(isMeant).toList();
  }

  public static List<JsonNode> all(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** Returns the only match, or the match with that id if there are several. */
  public static JsonNode one(String noun, String text, List<JsonNode> found, String list) {
    if (found.isEmpty()) {
      throw missing(noun, text, list);
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    return found.stream()
        .filter(it -> text.equals(it.path("id").asText()))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.CONFLICT,
                    "'%s' matches %d %ss; give the id".formatted(text, found.size(), noun),
                    list));
  }

  public static CliException missing(String noun, String text, String list) {
    return new CliException(
        ExitCode.NOT_FOUND, "there is no %s '%s' that you can see".formatted(noun, text), list);
  }
}
