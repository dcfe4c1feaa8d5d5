package dev.goldenrod.cli.output;

/** Output formats of data. */
public enum OutputFormat {
  TABLE,
  /** The API's objects unchanged; a list is an array. */
  JSON,
  /** The API's objects, like {@link #JSON}, in YAML. */
  YAML,
  /** Names, one a line. */
  NAME,
  /** The table's columns with a header line, as RFC 4180 defines. */
  CSV;

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
