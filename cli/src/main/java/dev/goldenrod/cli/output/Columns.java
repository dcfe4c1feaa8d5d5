package dev.goldenrod.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * What a table shows of each object. Immutable.
 *
 * @param name what {@code -o name} prints of it
 */
public record Columns(Function<JsonNode, String> name, List<Column> columns) {
  /**
   * One column.
   *
   * @param heading as in {@code ENDPOINT}
   * @param text what it shows of an object
   */
  public record Column(String heading, Function<JsonNode, String> text) {}

  /** No columns yet, of objects that are named by what the pointer finds. */
  public static Columns named(String pointer) {
    return named((JsonNode object) -> object.at(pointer).asText(""));
  }

  /** No columns yet, of objects that have that name. */
  public static Columns named(Function<JsonNode, String> name) {
    return new Columns(name, List.of());
  }

  /** A column for each field of that object, in their order; its name is what the first one has. */
  public static Columns ofFields(ObjectNode object) {
    List<String> fields = new ArrayList<>();
    object.fieldNames().forEachRemaining(fields::add);
    Columns columns = named("/" + fields.get(0));
    for (String field : fields) {
      columns = columns.with(field);
    }
    return columns;
  }

  /** And that field, under its own name: {@code golden_version} as {@code GOLDEN VERSION}. */
  public Columns with(String field) {
    return with(field.replace('_', ' ').toUpperCase(Locale.ROOT), "/" + field);
  }

  /** And what the pointer finds, as in {@code /connection/port}. */
  public Columns with(String heading, String pointer) {
    return with(heading, (JsonNode object) -> object.at(pointer).asText(""));
  }

  /** And what is made of the object. */
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
