package dev.goldenrod.cli.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.config.ProjectFile;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.ApiException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds what the user typed: a clone, a database or a golden; without a name the project's. */
public final class NamedDatabases {
  /** Prefix that makes a typed name denote a golden. */
  public static final String GOLDEN = "golden/";

  /** Prefix that makes a typed name denote a database. */
  public static final String DATABASE = "database/";

  private static final String CLONE = "clone/";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");
  private static final int FORBIDDEN = 403;

  /**
   * A golden, which has clones, or a database, which has branches.
   *
   * @param golden null for a database
   * @param database null for a golden
   */
  public record Origin(@Nullable String golden, @Nullable NamedDatabase database) {}

  private final Session session;

  public NamedDatabases(Session session) {
    this.session = session;
  }

  /** Returns the named clone or database, or without a name the project's database. */
  public NamedDatabase find(@Nullable String typed) {
    return require(typed == null ? DATABASE + ofProject() : typed);
  }

  private String ofProject() {
    return ProjectFile.find(session.terminal())
        .flatMap(project -> project.currentDatabase(session.terminal()))
        .orElseThrow(
            () ->
                new CliException(
                    ExitCode.USAGE,
                    "no clone or database is given, and no project file %s names one%s"
                        .formatted(
                            ProjectFile.NAME, ProjectFile.remarkOnIgnored(session.terminal())),
                    "goldenrod checkout NAME"));
  }

  /**
   * Returns the clone or database of that name or id, or in the form {@code clone/NAME}.
   *
   * @throws CliException if there is none, or both have the name
   */
  private NamedDatabase require(String typed) {
    if (typed.startsWith(CLONE)) {
      return clone(typed.substring(CLONE.length()))
          .orElseThrow(() -> missing("clone", typed.substring(CLONE.length())));
    }
    if (typed.startsWith(DATABASE)) {
      return database(typed.substring(DATABASE.length()))
          .orElseThrow(() -> missing("database", typed.substring(DATABASE.length())));
    }
    Optional<NamedDatabase> clone = clone(typed);
    Optional<NamedDatabase> database =
        clone.isPresent() ? accessibleDatabase(typed) : database(typed);
    if (clone.isPresent() && database.isPresent()) {
      throw ambiguous(typed, List.of(clone.get().typed(), database.get().typed()));
    }
    return clone.or(() -> database).orElseThrow(() -> nothing(typed));
  }

  private static CliException ambiguous(String typed, List<String> forms) {
    return new CliException(
        ExitCode.CONFLICT,
        "'%s' is ambiguous; type %s".formatted(typed, String.join(" or ", forms)));
  }

  private CliException nothing(String typed) {
    if (golden(typed).isPresent()) {
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

  /** Returns the database of that name or id, ignoring one that belongs to another member. */
  private Optional<NamedDatabase> accessibleDatabase(String text) {
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
  private Optional<NamedDatabase> database(String text) {
    Optional<JsonNode> named =
        NAME.matcher(text).matches()
            ? session.read(api -> api.find(ResourceLookup.databasePath(text)))
            : Optional.empty();
    return named
        .or(() -> ResourceLookup.isId(text) ? databaseOfId(text) : Optional.empty())
        .map(NamedDatabase::database);
  }

  private Optional<JsonNode> databaseOfId(String id) {
    return ResourceLookup.in(session.lookup().databases(), id, "id").stream().findFirst();
  }

  /**
   * Returns the golden or database; throws {@link CliException} if there is none, or both. Without
   * a prefix, a database of another member does not count.
   */
  public Origin requireOrigin(String typed) {
    Optional<String> golden =
        typed.startsWith(DATABASE) ? Optional.empty() : golden(without(GOLDEN, typed));
    Optional<NamedDatabase> database = originDatabase(typed);
    if (golden.isPresent() && database.isPresent()) {
      throw ambiguous(typed, List.of(GOLDEN + typed, DATABASE + typed));
    }
    if (golden.isEmpty() && database.isEmpty()) {
      throw new CliException(
          ExitCode.NOT_FOUND,
          "there is no golden or database '%s' that you can see".formatted(typed),
          "goldenrod golden list",
          "goldenrod database list");
    }
    return new Origin(golden.orElse(null), database.orElse(null));
  }

  private Optional<NamedDatabase> originDatabase(String typed) {
    if (typed.startsWith(GOLDEN)) {
      return Optional.empty();
    }
    return typed.startsWith(DATABASE)
        ? database(without(DATABASE, typed))
        : accessibleDatabase(typed);
  }

  private static String without(String prefix, String typed) {
    return typed.startsWith(prefix) ? typed.substring(prefix.length()) : typed;
  }

  private Optional<String> golden(String text) {
    return ResourceLookup.in(session.lookup().goldens(), text, "name").stream()
        .map(golden -> golden.path("name").asText())
        .findFirst();
  }
}
