package dev.goldenrod.engine.mysql.schema;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of a column as in SHOW CREATE TABLE.
 *
 * @param text the whole type
 * @param base the first word
 * @param sizes the numbers in parentheses after the base
 * @param labels the strings in parentheses after the base, as literals
 * @param charset of the column, or of its table if it has none
 */
record ColumnType(
    String text,
    String base,
    List<Integer> sizes,
    List<String> labels,
    boolean unsigned,
    String charset) {
  private static final Pattern LINE =
      Pattern.compile(
          "`(?:[^`]|``)+` (?<base>[a-z]+)(?:\\((?<args>(?:'(?:[^']|'')*'|[^)'])*)\\))?"
              + "(?<unsigned> unsigned)?(?: zerofill)?(?: CHARACTER SET (?<charset>\\w+))?.*",
          Pattern.DOTALL);
  private static final Pattern LABEL = Pattern.compile("'(?:[^']|'')*'");

  /** Maximum number of decimal digits, which also orders the types by size. */
  private static final Map<String, Integer> DIGITS =
      Map.of("tinyint", 3, "smallint", 5, "mediumint", 8, "int", 10, "bigint", 20);

  /** Capacity in bytes of types without a length. */
  private static final Map<String, Long> BYTES =
      Map.of(
          "tinytext", 255L,
          "text", 65_535L,
          "mediumtext", 16_777_215L,
          "longtext", 4_294_967_295L,
          "tinyblob", 255L,
          "blob", 65_535L,
          "mediumblob", 16_777_215L,
          "longblob", 4_294_967_295L);

  private static final int BYTES_OF_A_CHARACTER = 4;

  /** Parses a column as ALTER TABLE takes it, in a table with that character set. */
  static ColumnType of(String line, String charset) {
    Matcher column = LINE.matcher(line);
    if (!column.matches()) {
      return new ColumnType(line, "", List.of(), List.of(), false, charset);
    }
    String args = column.group("args") == null ? "" : column.group("args");
    String base = column.group("base");
    boolean unsigned = column.group("unsigned") != null;
    boolean labelled = args.startsWith("'");
    return new ColumnType(
        base + (args.isEmpty() ? "" : "(" + args + ")") + (unsigned ? " unsigned" : ""),
        base,
        labelled || args.isEmpty()
            ? List.of()
            : Pattern.compile(",").splitAsStream(args).map(Integer::valueOf).toList(),
        labelled ? LABEL.matcher(args).results().map(label -> label.group()).toList() : List.of(),
        unsigned,
        column.group("charset") == null ? charset : column.group("charset"));
  }

  boolean isSame(ColumnType other) {
    return text.equals(other.text) && (charset.equals(other.charset) || !hasCharset());
  }

  private boolean hasCharset() {
    return base.endsWith("char") || base.endsWith("text") || !labels.isEmpty();
  }

  /** Returns whether this type holds every value of the other; false if unknown. */
  boolean holds(ColumnType other) {
    boolean sameLetters = charset.equals(other.charset) || charset.equals("utf8mb4");
    if (other.hasCharset() && !sameLetters) {
      return false;
    }
    if (!labels.isEmpty()) {
      return base.equals(other.base) && labels.containsAll(other.labels);
    }
    if (DIGITS.containsKey(other.base)) {
      return holdsWhole(other);
    }
    return switch (other.base) {
      case "decimal" -> base.equals("decimal") && holdsSign(other) && holdsDecimal(other);
      case "float" -> base.equals("double");
      case "date" -> base.equals("date") || base.equals("datetime");
      case "datetime", "timestamp", "time", "bit" ->
          base.equals(other.base) && size(0) >= other.size(0);
      case "char", "varchar" ->
          base.equals("varchar") || base.equals("char") && other.base.equals("char")
              ? size(0) >= other.size(0)
              : base.endsWith("text") && fits((long) other.size(0) * BYTES_OF_A_CHARACTER);
      case "varbinary" ->
          base.equals("varbinary") ? size(0) >= other.size(0) : fitsBlob(other.size(0));
      case "json" -> base.equals("json") || base.equals("longtext");
      default -> text.equals(other.text) || other.base.endsWith(kind()) && fits(other.bytes());
    };
  }

  private String kind() {
    return base.endsWith("text") ? "text" : base.endsWith("blob") ? "blob" : "no length";
  }

  private boolean fitsBlob(int length) {
    return base.endsWith("blob") && fits(length);
  }

  private boolean fits(long length) {
    return length <= bytes();
  }

  private long bytes() {
    return BYTES.getOrDefault(base, 0L);
  }

  private boolean holdsSign(ColumnType other) {
    return !unsigned || other.unsigned;
  }

  private boolean holdsWhole(ColumnType other) {
    int digits = DIGITS.get(other.base);
    if (base.equals("decimal")) {
      return holdsSign(other) && size(0) - size(1) >= digits;
    }
    if (base.equals("double")) {
      return holdsSign(other) && !other.base.equals("bigint");
    }
    int own = DIGITS.getOrDefault(base, 0);
    return unsigned == other.unsigned ? own >= digits : !unsigned && own > digits;
  }

  private boolean holdsDecimal(ColumnType other) {
    return size(1) >= other.size(1) && size(0) - size(1) >= other.size(0) - other.size(1);
  }

  private int size(int at) {
    return at < sizes.size() ? sizes.get(at) : 0;
  }
}
