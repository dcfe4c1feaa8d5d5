package dev.goldenrod.console.branch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A script that turns the schema of a branch's parent into the branch's, with a mark for each line.
 *
 * @param summary what was found when the statements were tried
 * @param losses the objects whose data the parent has and the branch has not, with their figures
 */
public record SchemaDiff(String summary, List<Line> lines, List<String> losses) {
  private static final String LOSS = "loses data: ";
  private static final String FAILURE = "FAILED when tried: ";
  private static final String NOT_EXPRESSED = "NOT EXPRESSED: ";
  private static final String MISSING = "missing";
  private static final Pattern INTRODUCTION = Pattern.compile("Turns the schema of database .*");
  private static final Pattern SUMMARY =
      Pattern.compile("The schemas are the same\\.|Tried on a copy of .*");
  private static final Pattern BEFORE = Pattern.compile("in '[a-z0-9-]+' afterwards: ");
  private static final Pattern AFTER = Pattern.compile("in '[a-z0-9-]+': ");
  private static final Pattern ADDS =
      Pattern.compile(
          "(CREATE|GRANT|INSERT|ALTER(?!.* DROP )|COMMENT|\\s+ADD|\\s+MODIFY|\\s+CHANGE)\\b.*",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern REMOVES =
      Pattern.compile(
          "(DROP|REVOKE|TRUNCATE|DELETE|ALTER.* DROP|\\s+DROP)\\b.*", Pattern.CASE_INSENSITIVE);
  private static final Pattern SETTING =
      Pattern.compile("(SET|SELECT pg_catalog\\.set_config)\\b.*", Pattern.CASE_INSENSITIVE);

  /** The kind of a line of a schema difference. */
  public enum Mark {
    ADDED("+", "added", "added"),
    REMOVED("-", "removed", "removed"),
    /** A loss or a failure, which the text of the line says in words. */
    WARNING("!", "loss", ""),
    PLAIN(" ", "plain", "");

    private final String sign;
    private final String style;
    private final String word;

    Mark(String sign, String style, String word) {
      this.sign = sign;
      this.style = style;
      this.word = word;
    }

    /** Returns the sign's meaning for screen readers; empty if the text says it. */
    public String word() {
      return word;
    }

    /** Returns the sign at the beginning of the line. */
    public String sign() {
      return sign;
    }

    /** Returns the style class. */
    public String style() {
      return style;
    }
  }

  /** A line with its mark. */
  public record Line(Mark mark, String text) {}

  public SchemaDiff {
    lines = List.copyOf(lines);
    losses = List.copyOf(losses);
  }

  /** Returns whether the schemas are the same. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Marks the lines of a script of {@code Schemas.changes}. */
  public static SchemaDiff parse(String script) {
    Reader reader = new Reader();
    script.lines().forEach(reader::read);
    return new SchemaDiff(reader.summary, reader.trimmed(), reader.losses);
  }

  private static final class Reader {
    private final List<Line> lines = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private String summary = "";
    private Mark statement = Mark.PLAIN;
    private Mark comment = Mark.PLAIN;

    void read(String line) {
      if (line.startsWith("-- ")) {
        readComment(line.substring("-- ".length()));
      } else {
        comment = Mark.PLAIN;
        statement = line.isBlank() ? statement : mark(line);
        add(line.isBlank() ? Mark.PLAIN : statement, line);
      }
    }

    private void readComment(String text) {
      if (INTRODUCTION.matcher(text).matches()) {
        return;
      }
      if (SUMMARY.matcher(text).matches()) {
        summary = text;
      } else if (text.startsWith(LOSS)) {
        losses.add(text.substring(LOSS.length()));
        add(Mark.WARNING, "Data that is not in the branch: " + text.substring(LOSS.length()));
      } else if (text.startsWith(FAILURE)) {
        add(Mark.WARNING, "Failed when it was tried: " + text.substring(FAILURE.length()));
      } else if (text.startsWith(NOT_EXPRESSED)) {
        add(
            Mark.WARNING,
            "No statement makes this change: " + text.substring(NOT_EXPRESSED.length()));
      } else {
        readDefinition(text);
      }
    }

    /** Definitions may have several lines, of which the first names the database. */
    private void readDefinition(String text) {
      boolean isBefore = BEFORE.matcher(text).lookingAt();
      boolean isAfter = AFTER.matcher(text).lookingAt();
      if (isBefore || isAfter) {
        comment = isBefore ? Mark.REMOVED : Mark.ADDED;
      }
      String definition =
          isBefore
              ? BEFORE.matcher(text).replaceFirst("")
              : isAfter ? AFTER.matcher(text).replaceFirst("") : text;
      if (!definition.equals(MISSING)) {
        add(comment, definition);
      }
    }

    private Mark mark(String line) {
      if (REMOVES.matcher(line).matches()) {
        return Mark.REMOVED;
      }
      if (ADDS.matcher(line).matches()) {
        return Mark.ADDED;
      }
      return SETTING.matcher(line).matches() ? Mark.PLAIN : statement;
    }

    private void add(Mark mark, String text) {
      lines.add(new Line(mark, text));
    }

    /** Returns the lines without the settings and blank lines at the beginning. */
    List<Line> trimmed() {
      int first = 0;
      while (first < lines.size() && isSettingOrBlank(lines.get(first))) {
        first++;
      }
      return lines.subList(first, lines.size());
    }

    private static boolean isSettingOrBlank(Line line) {
      return line.mark() == Mark.PLAIN
          && (line.text().isBlank() || SETTING.matcher(line.text()).matches());
    }
  }
}
