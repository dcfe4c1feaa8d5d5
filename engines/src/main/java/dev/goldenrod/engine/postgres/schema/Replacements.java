package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Ways to replace objects without data by others with the same name. */
public final class Replacements {
  private static final Pattern REPLACEABLE =
      Pattern.compile("CREATE (?=(FUNCTION|PROCEDURE|VIEW) )");

  /** Objects whose statements have the same result whatever was there before. */
  private static final Pattern REPEATABLE =
      Pattern.compile(
          "(COMMENT|DEFAULT|ACL|SEQUENCE OWNED BY|DATABASE SETTING|ROLE SETTING) .*",
          Pattern.DOTALL);

  private static final Pattern NAMED =
      Pattern.compile(
          "(MATERIALIZED VIEW|VIEW|FUNCTION|PROCEDURE|AGGREGATE|INDEX|STATISTICS|OPERATOR|OPERATOR CLASS|OPERATOR FAMILY) (.*)",
          Pattern.DOTALL);

  private static final Pattern ON_TABLE =
      Pattern.compile("(TRIGGER|POLICY|RULE) (.*)", Pattern.DOTALL);

  private static final Pattern CONSTRAINT =
      Pattern.compile("(?:FK |CHECK )?CONSTRAINT (.*)", Pattern.DOTALL);

  private Replacements() {}

  /** Returns the ways to replace an object of the wanted schema, the best first. */
  public static List<Change> of(String name, SchemaParts wanted) {
    List<String> ddl = wanted.object(name).orElseThrow();
    List<Change> ways = new ArrayList<>();
    Matcher create = REPLACEABLE.matcher(ddl.get(0));
    if (create.lookingAt()) {
      ways.add(Change.of("CREATE OR REPLACE " + ddl.get(0).substring(create.end())));
    }
    if (REPEATABLE.matcher(name).matches()) {
      ways.add(Change.of(ddl));
    }
    drop(name, wanted)
        .map(drop -> Change.of(List.of(drop, ddl.get(0))).losing(Losses.ofDrop(drop)))
        .ifPresent(ways::add);
    return ways;
  }

  /** Finds pg_dump's DROP statement, which has quotes where the name from a header has none. */
  private static Optional<String> drop(String name, SchemaParts wanted) {
    List<String> possible = possibleDrops(name).toList();
    return wanted.drops().stream()
        .filter(drop -> possible.contains(drop.replace("\"", "")))
        .findFirst();
  }

  private static Stream<String> possibleDrops(String name) {
    Matcher named = NAMED.matcher(name);
    if (named.matches()) {
      return Stream.of("DROP %s %s;".formatted(named.group(1), named.group(2)));
    }
    Matcher onTable = ON_TABLE.matcher(name);
    if (onTable.matches()) {
      return splits(onTable.group(2))
          .map(two -> "DROP %s %s ON %s;".formatted(onTable.group(1), two.get(1), two.get(0)));
    }
    Matcher constraint = CONSTRAINT.matcher(name);
    return constraint.matches()
        ? splits(constraint.group(1))
            .flatMap(
                two ->
                    Stream.of("ALTER TABLE ", "ALTER TABLE ONLY ")
                        .map(alter -> alter + two.get(0) + " DROP CONSTRAINT " + two.get(1) + ";"))
        : Stream.empty();
  }

  /** Returns all ways to split at a space, as a table's name and a part's name may have spaces. */
  private static Stream<List<String>> splits(String names) {
    return IntStream.range(0, names.length())
        .filter(at -> names.charAt(at) == ' ')
        .mapToObj(at -> List.of(names.substring(0, at), names.substring(at + 1)));
  }
}
