package dev.goldenrod.engine.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SQL as an engine's own command-line client reads it: quotes and comments cannot start or end a
 * statement, and a backslash outside of both starts a command of the client.
 */
public final class SqlText {
  public enum Dialect {
    POSTGRESQL,
    MYSQL
  }

  /** The kind of each character, in one byte because texts can be long. */
  private static final byte PLAIN = 0;

  private static final byte QUOTED = 1;
  private static final byte COMMENT = 2;

  private static final Pattern DOLLAR_QUOTE =
      Pattern.compile("\\$([A-Za-z_\\x80-\\uffff][\\w\\x80-\\uffff]*)?\\$");

  private final String text;
  private final boolean isMySql;
  private final byte[] kinds;

  private SqlText(String text, Dialect dialect) {
    this.text = text;
    this.isMySql = dialect == Dialect.MYSQL;
    this.kinds = new byte[text.length()];
  }

  public static SqlText read(String text, Dialect dialect) {
    SqlText read = new SqlText(text, dialect);
    int at = 0;
    while (at < text.length()) {
      at = read.token(at);
    }
    return read;
  }

  /** Marks the token at this position, and returns the position of the next. */
  private int token(int at) {
    char first = text.charAt(at);
    if (text.startsWith("--", at) || isMySql && first == '#') {
      return mark(at, lineEnd(at), COMMENT);
    }
    if (text.startsWith("/*", at)) {
      return mark(at, after("*/", at + 2), COMMENT);
    }
    if (first == '\'' || first == '"' || isMySql && first == '`') {
      return mark(at, closingQuote(at, first), QUOTED);
    }
    if (first == '$' && !isMySql && !isIdentifier(at - 1)) {
      Matcher tag = DOLLAR_QUOTE.matcher(text).region(at, text.length());
      if (tag.lookingAt()) {
        return mark(at, after(tag.group(), tag.end()), QUOTED);
      }
    }
    return mark(at, at + 1, PLAIN);
  }

  private int mark(int from, int to, byte kind) {
    for (int at = from; at < to; at++) {
      kinds[at] = kind;
    }
    return to;
  }

  private int lineEnd(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int after(String closing, int from) {
    int found = text.indexOf(closing, from);
    return found < 0 ? text.length() : found + closing.length();
  }

  /** A doubled quote ends a token, and the text continues in the next. */
  private int closingQuote(int open, char quote) {
    boolean escapes = quote != '`' && (isMySql || quote == '\'' && isEscapeString(open));
    for (int at = open + 1; at < text.length(); at++) {
      if (escapes && text.charAt(at) == '\\') {
        at++;
      } else if (text.charAt(at) == quote) {
        return at + 1;
      }
    }
    return text.length();
  }

  private boolean isEscapeString(int open) {
    return open > 0
        && Character.toUpperCase(text.charAt(open - 1)) == 'E'
        && !isIdentifier(open - 2);
  }

  private boolean isIdentifier(int at) {
    return at >= 0
        && (Character.isLetterOrDigit(text.charAt(at)) || "_$".indexOf(text.charAt(at)) >= 0);
  }

  /** Returns whether a comment starts here at the beginning of a line. */
  public boolean beginsComment(int at) {
    return kinds[at] == COMMENT
        && (at == 0 || kinds[at - 1] == PLAIN && text.charAt(at - 1) == '\n');
  }

  /** Returns whether the character is outside of quotes and comments. */
  public boolean isPlain(int at) {
    return kinds[at] == PLAIN;
  }

  /** Returns whether the text occurs outside of quotes and comments. */
  public boolean hasPlain(String wanted) {
    int at = text.indexOf(wanted);
    while (at >= 0 && kinds[at] != PLAIN) {
      at = text.indexOf(wanted, at + 1);
    }
    return at >= 0;
  }

  /** Removes matching lines that start outside of quotes and comments. */
  public String withoutLines(Pattern line) {
    StringBuilder kept = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int end = Math.min(lineEnd(at) + 1, text.length());
      boolean plain = kinds[at] == PLAIN;
      if (!plain || !line.matcher(text.substring(at, end).stripTrailing()).matches()) {
        kept.append(text, at, end);
      }
      at = end;
    }
    return kept.toString();
  }

  /** Returns the statements, each with its semicolon, without comments. */
  public List<String> statements() {
    List<String> statements = new ArrayList<>();
    StringBuilder statement = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      if (kinds[at] != COMMENT) {
        statement.append(text.charAt(at));
      }
      if (kinds[at] == PLAIN && text.charAt(at) == ';') {
        statements.add(statement.toString().strip());
        statement.setLength(0);
      }
    }
    return statements;
  }
}
