package dev.goldenrod.engine.postgres.imports.dump;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a dump's table of contents.
 *
 * @param id its number in the dump
 * @param oid of the object in the source; for data, that of its table or sequence
 * @param line as pg_restore prints and reads it
 * @param kind such as {@code TABLE DATA}
 * @param rest schema (or {@code -}), name and owner, whose ends are ambiguous
 */
record TocEntry(int id, long oid, String line, String kind, String rest) {
  private static final Pattern LINE = Pattern.compile("(\\d+); \\d+ (\\d+) (.+)");

  /** Kinds of several words; of two with the same beginning, the longer comes first. */
  private static final List<String> LONG_KINDS =
      List.of(
          "ACCESS METHOD",
          "BLOB COMMENTS",
          "BLOB METADATA",
          "CHECK CONSTRAINT",
          "DATABASE PROPERTIES",
          "DEFAULT ACL",
          "EVENT TRIGGER",
          "FK CONSTRAINT",
          "FOREIGN DATA WRAPPER",
          "FOREIGN SERVER",
          "FOREIGN TABLE",
          "INDEX ATTACH",
          "LARGE OBJECT",
          "MATERIALIZED VIEW DATA",
          "MATERIALIZED VIEW",
          "OPERATOR CLASS",
          "OPERATOR FAMILY",
          "PROCEDURAL LANGUAGE",
          "PUBLICATION TABLES IN SCHEMA",
          "PUBLICATION TABLE",
          "ROW SECURITY",
          "SECURITY LABEL",
          "SEQUENCE OWNED BY",
          "SEQUENCE SET",
          "SHELL TYPE",
          "STATISTICS DATA",
          "SUBSCRIPTION TABLE",
          "TABLE ATTACH",
          "TABLE DATA",
          "TEXT SEARCH CONFIGURATION",
          "TEXT SEARCH DICTIONARY",
          "TEXT SEARCH PARSER",
          "TEXT SEARCH TEMPLATE",
          "USER MAPPING");

  /** Parses a line of {@code pg_restore --list}; empty for a comment. */
  static Optional<TocEntry> parse(String line) {
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(
            of(
                Integer.parseInt(matcher.group(1)),
                Long.parseLong(matcher.group(2)),
                line,
                matcher.group(3)))
        : Optional.empty();
  }

  boolean is(String... kinds) {
    return List.of(kinds).contains(kind);
  }

  boolean isTableData() {
    return is("TABLE DATA");
  }

  /** Returns whether this is a comment on, or grants for, an object of that kind. */
  boolean isAbout(String objectKind) {
    return is("COMMENT", "ACL", "SECURITY LABEL") && rest.startsWith("- " + objectKind);
  }

  /** Describes the object in messages, such as {@code view public.v}. */
  String describe() {
    // The names of some kinds start with the kind.
    String name = name().startsWith(kind + " ") ? name().substring(kind.length() + 1) : name();
    return "%s '%s'".formatted(kind.toLowerCase(Locale.ROOT), name);
  }

  /** Returns the name, with its schema if it has one. It ends in a space without an owner. */
  String name() {
    String withoutOwner = rest.replaceFirst(" [^ ]*$", "");
    return withoutOwner.startsWith("- ")
        ? withoutOwner.substring(2)
        : withoutOwner.replaceFirst(" ", ".");
  }

  private static TocEntry of(int id, long oid, String line, String text) {
    String kind =
        LONG_KINDS.stream()
            .filter(candidate -> text.startsWith(candidate + " "))
            .findFirst()
            .orElseGet(() -> text.split(" ", 2)[0]);
    return new TocEntry(
        id, oid, line, kind, text.substring(Math.min(text.length(), kind.length() + 1)));
  }
}
