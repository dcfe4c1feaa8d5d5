package dev.goldenrod.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The columns of a table of JSON objects. Immutable.
 *
 * @param name returns the text that {@code -o name} prints for an object
 */
public record Columns(Function<JsonNode, String> name, List<Column> columns) {
  /** The columns of a login, password included; {@code -o name} prints the connection string. */
  public static final Columns OF_CREDENTIALS =
      Columns.named("/uri")
          .with("host")
          .with("port")
          .with("DATABASE", "/dbname")
          .with("username")
          .with("password")
          .with("uri");

  public record Column(String heading, Function<JsonNode, String> text) {}

  /** Returns no columns yet; the JSON pointer finds an object's name. */
  public static Columns named(String pointer) {
    return named((JsonNode object) -> object.at(pointer).asText(""));
  }

  public static Columns named(Function<JsonNode, String> name) {
    return new Columns(name, List.of());
  }

  /** Returns a column for each field; the first field is the name. */
  public static Columns ofFields(ObjectNode object) {
    List<String> fields = new ArrayList<>();
    object.fieldNames().forEachRemaining(fields::add);
    Columns columns = named("/" + fields.get(0));
    for (String field : fields) {
      columns = columns.with(field);
    }
    return columns;
  }

  /** Adds a column for the field: {@code golden_version} as {@code GOLDEN VERSION}. */
  public Columns with(String field) {
    return with(field.replace('_', ' ').toUpperCase(Locale.ROOT), "/" + field);
  }

  /** Adds a column for the value at a JSON pointer, as in {@code /connection/port}. */
  public Columns with(String heading, String pointer) {
    return with(heading, (JsonNode object) -> object.at(pointer).asText(""));
  }

  public Columns with(String heading, Function<JsonNode, String> text) {
    List<Column> all = new ArrayList<>(columns);
    all.add(new Column(heading, text));
    return new Columns(name, all);
  }

  List<String> headings() {
    return columns.stream().map(Column::heading).toList();
  }

  List<String> row(JsonNode object) {
    return columns.stream().map(column -> column.text().apply(object)).toList();
  }

  String name(JsonNode object) {
    return name.apply(object);
  }
}
