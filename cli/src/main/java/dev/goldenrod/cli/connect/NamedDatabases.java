package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Finds a clone or database by name or id, or the project's database. */
public final class NamedDatabases {
  public static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  private static final int FORBIDDEN = 403;
  private static final String CLONE = "clone/";
  private static final String DATABASE = "database/";

  private final Session session;

  public NamedDatabases(Session session) {
    this.session = session;
  }

  /** Returns the named clone or database, or without a name the project's database. */
  public NamedDatabase find(Terminal terminal, @Nullable String typed) {
    return require(typed == null ? DATABASE + ofProject(terminal) : typed);
  }

  private static String ofProject(Terminal terminal) {
    return ProjectFile.find(terminal)
        .flatMap(ProjectFile::currentDatabase)
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE,
                    "no clone or database is given, and no project file %s names one"
                        .formatted(ProjectFile.NAME),
                    "goldenrod checkout NAME"));
  }

  /**
   * Returns the clone or database of that name or id, or in the form {@code clone/NAME}.
   *
   * @throws CliException if there is none, or both have the name
   */
  public NamedDatabase require(String typed) {
    if (typed.startsWith(CLONE)) {
      return clone(typed.substring(CLONE.length()))
          .orElseThrow(() -> missing("clone", typed.substring(CLONE.length())));
    }
    if (typed.startsWith(DATABASE)) {
      return database(typed.substring(DATABASE.length()))
          .orElseThrow(() -> missing("database", typed.substring(DATABASE.length())));
    }
    Optional<NamedDatabase> clone = clone(typed);
    Optional<NamedDatabase> database = clone.isPresent() ? own(typed) : database(typed);
    if (clone.isPresent() && database.isPresent()) {
      throw ambiguous(typed, List.of(clone.get().typed(), database.get().typed()));
    }
    return clone.or(() -> database).orElseThrow(() -> nothing(typed));
  }

  public static CliException ambiguous(String typed, List<String> forms) {
    return new CliException(
        ExitCode.CONFLICT,
        "'%s' is ambiguous; type %s".formatted(typed, String.join(" or ", forms)));
  }

  private CliException nothing(String typed) {
    JsonNode goldens = session.api().get("/v1/snapshots").path("snapshots");
    if (!ResourceLookup.in(goldens, typed, "name").isEmpty()) {
      return new CliException(
          ExitCode.NOT_FOUND,
          "'%s' is a golden; only clones of it accept connections".formatted(typed),
          "goldenrod clone create " + typed,
          "goldenrod run %s -- COMMAND".formatted(typed));
    }
    return missing("clone or database", typed);
  }

  private static CliException missing(String noun, String name) {
    return new CliException(
        ExitCode.NOT_FOUND,
        "there is no %s '%s' that you can see".formatted(noun, name),
        "goldenrod clone list",
        "goldenrod database list");
  }

  private Optional<NamedDatabase> clone(String text) {
    return session.lookup().findClone(text).map(clone -> NamedDatabase.clone(text, clone));
  }

  /** Returns the database of that name, ignoring one that belongs to another member. */
  Optional<NamedDatabase> own(String text) {
    try {
      return database(text);
    } catch (ApiException e) {
      if (e.status() == FORBIDDEN) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns the database of that name or id. */
  public Optional<NamedDatabase> database(String text) {
    Optional<JsonNode> named =
        NAME.matcher(text).matches()
            ? session.api().find("/v1/databases/" + text)
            : Optional.empty();
    return named
        .or(() -> ResourceLookup.isId(text) ? databaseOfId(text) : Optional.empty())
        .map(NamedDatabase::database);
  }

  private Optional<JsonNode> databaseOfId(String id) {
    JsonNode all = session.api().get("/v1/databases").path("databases");
    return StreamSupport.stream(all.spliterator(), false)
        .filter(database -> database.path("id").asText().equals(id))
        .findFirst();
  }
}
