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

/** Names of objects that pg_dump's headers leave short: several objects may have one of them. */
final class DumpNames {
  private static final Pattern ARGUMENT =
      Pattern.compile("^    (LEFTARG|RIGHTARG) = (.*?),?$", Pattern.MULTILINE);
  private static final Pattern METHOD = Pattern.compile(" USING ([^\\s;]+)");
  private static final Pattern ROLE =
      Pattern.compile("\\AALTER DEFAULT PRIVILEGES FOR ROLE ((?:\"[^\"]*\")+|\\S+) ");
  private static final Pattern SUBJECT =
      Pattern.compile("\\ACOMMENT ON (.*?) IS (?:'|NULL)", Pattern.DOTALL);

  /** What a statement makes or changes, quoted where it has to be, as headers never are. */
  private static final Pattern HEAD = Pattern.compile("\\A[A-Z ]+ (?:\"[^\"]*\"|[^\\s\"();])+");

  /** An object's name, and what makes it. */
  record Named(String name, String ddl) {}

  private DumpNames() {}

  /**
   * What makes the objects, by their names. Those that share one are told apart by what their
   * statements begin with, and stand together where that is the same too: none is left out.
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
