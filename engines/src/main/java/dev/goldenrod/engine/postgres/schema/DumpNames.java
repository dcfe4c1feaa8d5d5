package dev.goldenrod.engine.postgres.schema;

import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of objects that pg_dump's headers leave short: several objects may have one of them. */
final class DumpNames {
  private static final Pattern ARGUMENT =
      Pattern.compile("^    (LEFTARG|RIGHTARG) = (.*?),?$", Pattern.MULTILINE);
  private static final Pattern METHOD = Pattern.compile(" USING ([^\\s;]+)");
  private static final Pattern ROLE =
      Pattern.compile("\\AALTER DEFAULT PRIVILEGES FOR ROLE ((?:\"[^\"]*\")+|\\S+) ");
  private static final Pattern SUBJECT =
      Pattern.compile("\\ACOMMENT ON (.*?) IS (?:'|NULL)", Pattern.DOTALL);

  private DumpNames() {}

  /** The name of the object with what tells it from others of its kind. */
  static String complete(String name, String ddl) {
    if (name.startsWith("OPERATOR CLASS ") || name.startsWith("OPERATOR FAMILY ")) {
      return first(METHOD, ddl, found -> name + " USING " + found.group(1), name);
    }
    if (name.startsWith("OPERATOR ")) {
      return name + " (" + argument("LEFTARG", ddl) + ", " + argument("RIGHTARG", ddl) + ")";
    }
    if (name.startsWith("DEFAULT ACL ")) {
      return first(ROLE, ddl, found -> name + " FOR ROLE " + found.group(1), name);
    }
    if (name.startsWith("COMMENT ")) {
      return first(SUBJECT, ddl, found -> "COMMENT " + found.group(1), name);
    }
    return name;
  }

  private static String argument(String side, String ddl) {
    return ARGUMENT
        .matcher(ddl)
        .results()
        .filter(argument -> argument.group(1).equals(side))
        .map(argument -> argument.group(2))
        .findFirst()
        .orElse("NONE");
  }

  private static String first(
      Pattern pattern, String ddl, Function<MatchResult, String> completed, String otherwise) {
    Matcher found = pattern.matcher(ddl);
    return found.find() ? completed.apply(found.toMatchResult()) : otherwise;
  }
}
