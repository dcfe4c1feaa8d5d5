package dev.goldenrod.masking.schema;

/**
 * The name of a table, without quotes.
 *
 * @param schema the schema's name
 * @param name the table's name in its schema
 */
public record TableName(String schema, String name) {
  @Override
  public String toString() {
    return schema + "." + name;
  }
}
