package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A golden, which has clones, or a database, which has branches.
 *
 * @param golden null for a database
 * @param database null for a golden
 */
public record Origin(@Nullable String golden, @Nullable NamedDatabase database) {
  /** Prefix that makes a typed name denote a golden. */
  public static final String GOLDEN = "golden/";

  /** Prefix that makes a typed name denote a database. */
  public static final String DATABASE = "database/";

  /**
   * Returns the golden or database; throws {@link CliException} if there is none, or both. Without
   * a prefix, a database of another member does not count.
   */
  public static Origin require(Session session, String typed) {
    Optional<String> golden =
        typed.startsWith(DATABASE) ? Optional.empty() : golden(session, without(GOLDEN, typed));
    Optional<NamedDatabase> database = database(new NamedDatabases(session), typed);
    if (golden.isPresent() && database.isPresent()) {
      throw NamedDatabases.ambiguous(typed, List.of(GOLDEN + typed, DATABASE + typed));
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

  private static Optional<NamedDatabase> database(NamedDatabases databases, String typed) {
    if (typed.startsWith(GOLDEN)) {
      return Optional.empty();
    }
    return typed.startsWith(DATABASE)
        ? databases.database(without(DATABASE, typed))
        : databases.own(typed);
  }

  private static String without(String prefix, String typed) {
    return typed.startsWith(prefix) ? typed.substring(prefix.length()) : typed;
  }

  private static Optional<String> golden(Session session, String text) {
    return ResourceLookup.in(session.api().get("/v1/snapshots").path("snapshots"), text, "name")
        .stream()
        .map(golden -> golden.path("name").asText())
        .findFirst();
  }
}
