package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.TableName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of tables in a rules file: {@code schema.table}. A part with a dot or a double quote is
 * quoted as in SQL.
 */
public final class Identifiers {
  private static final String PART = "([^\".]+|\"(?:[^\"]|\"\")+\")";
  private static final Pattern NAME = Pattern.compile(PART + "\\." + PART);

  private Identifiers() {}

  /** Returns the table's name, or empty if the text has another form. */
  public static Optional<TableName> parse(String text) {
    Matcher name = NAME.matcher(text);
    return name.matches()
        ? Optional.of(new TableName(unquoted(name.group(1)), unquoted(name.group(2))))
        : Optional.empty();
  }

  /** Returns the text that {@link #parse} reads. */
  public static String write(TableName name) {
    return quoted(name.schema()) + "." + quoted(name.name());
  }

  private static String unquoted(String part) {
    return part.startsWith("\"")
        ? part.substring(1, part.length() - 1).replace("\"\"", "\"")
        : part;
  }

  private static String quoted(String part) {
    return part.contains(".") || part.contains("\"")
        ? "\"" + part.replace("\"", "\"\"") + "\""
        : part;
  }
}
