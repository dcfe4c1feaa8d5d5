package dev.goldenrod.engine.postgres.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Completes names in pg_dump's headers, which several objects may share. */
final class DumpNames {
  private static final Pattern ARGUMENT =
      Pattern.compile("^    (LEFTARG|RIGHTARG) = (.*?),?$", Pattern.MULTILINE);
  private static final Pattern METHOD = Pattern.compile(" USING ([^\\s;]+)");
  private static final Pattern ROLE =
      Pattern.compile("\\AALTER DEFAULT PRIVILEGES FOR ROLE ((?:\"[^\"]*\")+|\\S+) ");
  private static final Pattern SUBJECT =
      Pattern.compile("\\ACOMMENT ON (.*?) IS (?:'|NULL)", Pattern.DOTALL);

  /** The target of a statement, with quotes where needed, which headers lack. */
  private static final Pattern HEAD = Pattern.compile("\\A[A-Z ]+ (?:\"[^\"]*\"|[^\\s\"();])+");

  record Named(String name, String ddl) {}

  private DumpNames() {}

  /**
   * Returns the statements by object. Objects that share a name are distinguished by the beginning
   * of their statements, and listed together if that is equal too, so that none is lost.
   */
  static Map<String, List<String>> apart(List<Named> objects) {
    Map<String, Long> sharing =
        objects.stream().collect(Collectors.groupingBy(Named::name, Collectors.counting()));
    Map<String, List<String>> apart = new LinkedHashMap<>();
    for (Named one : objects) {
      String name =
          sharing.get(one.name()) == 1
              ? one.name()
              : first(HEAD, one.ddl(), head -> one.name() + ": " + head.group(), one.name());
      apart.computeIfAbsent(name, key -> new ArrayList<>()).add(one.ddl());
    }
    return apart;
  }

  /** Adds to the name what distinguishes the object from others of its kind. */
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
