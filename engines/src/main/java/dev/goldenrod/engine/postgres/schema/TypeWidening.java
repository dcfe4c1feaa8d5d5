package dev.goldenrod.engine.postgres.schema;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides which types hold every value of other types unchanged. */
final class TypeWidening {
  private static final Pattern TYPE =
      Pattern.compile(
          "(?<name>[^(\\[]+)(?:\\((?<first>\\d+)(?:,\\s*(?<second>-?\\d+))?\\))?(?<rest>[^(]*)");

  /** Types of which a longer one holds all values of a shorter one. */
  private static final Set<String> LIMITED =
      Set.of(
          "character varying",
          "character",
          "bit varying",
          "time without time zone",
          "time with time zone",
          "timestamp without time zone",
          "timestamp with time zone");

  private static final Set<String> TEXTS = Set.of("text", "character varying", "citext");

  /** Maximum number of decimal digits. */
  private static final Map<String, Integer> DIGITS =
      Map.of("smallint", 5, "integer", 10, "bigint", 19);

  private static final Map<String, Set<String>> WIDER =
      Map.of(
          "smallint", Set.of("integer", "bigint", "real", "double precision"),
          "integer", Set.of("bigint", "double precision"),
          "real", Set.of("double precision"),
          "date", Set.of("timestamp without time zone"),
          "character", Set.of("character varying"),
          "jsonb", Set.of("json"),
          "bit", Set.of("bit varying"));

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private static final Pattern MODIFIER = Pattern.compile("\\(\\d+(,\\s*-?\\d+)?\\)");

  private TypeWidening() {}

  /**
   * Returns the type without its length. {@code character} and {@code bit} without one mean length
   * 1, so they become another type.
   */
  static String unlimited(String type) {
    String bare = MODIFIER.matcher(type).replaceFirst("");
    if (bare.equals(type)) {
      return type;
    }
    return bare.replaceFirst("^character(?! varying)", "bpchar")
        .replaceFirst("^bit(?! varying)", "bit varying");
  }

  /** Returns whether {@code to} holds every value of {@code from}; false if unknown. */
  static boolean holds(String from, String to) {
    Matcher one = TYPE.matcher(from);
    Matcher other = TYPE.matcher(to);
    if (from.equals(to)) {
      return true;
    }
    if (!one.matches() || !other.matches()) {
      return false;
    }
    boolean isArray = one.group("rest").endsWith("[]");
    if (isArray != other.group("rest").endsWith("[]")) {
      return !isArray && isText(from, to);
    }
    return isText(from, to.replace("[]", "")) || holds(one, other);
  }

  /** A type with a schema is user-defined, and its cast to text may lose something. */
  private static boolean isText(String from, String to) {
    return TEXTS.contains(to) && from.indexOf('.') < 0;
  }

  private static boolean holds(Matcher from, Matcher to) {
    String name = name(from);
    String wider = name(to);
    if (wider.equals("numeric")) {
      return isNumericOf(from, to);
    }
    boolean kin =
        WIDER.getOrDefault(name, Set.of()).contains(wider)
            || name.equals(wider) && LIMITED.contains(name);
    return kin && (DIGITS.containsKey(name) || limit(from) <= limit(to));
  }

  private static boolean isNumericOf(Matcher from, Matcher to) {
    if (to.group("first") == null) {
      return name(from).equals("numeric") || DIGITS.containsKey(name(from));
    }
    int digits = Integer.parseInt(to.group("first"));
    int scale = scale(to);
    if (DIGITS.containsKey(name(from))) {
      return scale >= 0 && digits - scale >= DIGITS.get(name(from));
    }
    return name(from).equals("numeric")
        && from.group("first") != null
        && scale(from) <= scale
        && Integer.parseInt(from.group("first")) - scale(from) <= digits - scale;
  }

  private static int scale(Matcher type) {
    return type.group("second") == null ? 0 : Integer.parseInt(type.group("second"));
  }

  private static int limit(Matcher type) {
    return type.group("first") == null ? UNLIMITED : Integer.parseInt(type.group("first"));
  }

  /** Removes the length, which may be in the middle: {@code timestamp(3) without time zone}. */
  private static String name(Matcher type) {
    return (type.group("name") + type.group("rest").replace("[]", "")).strip();
  }
}
