package dev.goldenrod.cli.output;

/** How data is printed. */
public enum OutputFormat {
  /** Columns for people. */
  TABLE,
  /** The API's objects as they are; a list as an array. */
  JSON,
  /** The same in YAML. */
  YAML,
  /** Names, one a line. */
  NAME,
  /** The table's columns, with a line of headings, as RFC 4180 has it. */
  CSV;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
