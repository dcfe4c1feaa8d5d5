package dev.goldenrod.cli.output;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.cli.config.YamlFile;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Prints data to standard output in the chosen format. */
public final class Printer {
  /** Output formats of data. */
  public enum Format {
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
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern RUN = Pattern.compile("\\s*[=+@\\-|%]");
  private static final Pattern QUOTED = Pattern.compile("[\",\\n]");
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

  private final PrintStream out;
  private final boolean isTerminal;
  private final Format format;

  public Printer(Terminal terminal, Format format) {
    this.out = terminal.out();
    this.isTerminal = terminal.terminals().contains("out");
    this.format = format;
  }

  public boolean isTable() {
    return format == Format.TABLE;
  }

  public void list(JsonNode array, Columns columns) {
    print(array, StreamSupport.stream(array.spliterator(), false).toList(), columns);
  }

  /** Prints one object; as a table it has one line for each column. */
  public void one(JsonNode object, Columns columns) {
    if (isTable()) {
      fields(object, columns);
    } else {
      print(object, List.of(object), columns);
    }
  }

  private void print(JsonNode data, List<JsonNode> objects, Columns columns) {
    switch (format) {
      case TABLE -> table(rows(objects, columns));
      case JSON -> out.println(Texts.json(data));
      case YAML -> out.print(yaml(data));
      case NAME -> objects.forEach(object -> out.println(Texts.oneLine(columns.name(object))));
      case CSV -> rows(objects, columns).forEach(row -> out.println(csv(row)));
    }
  }

  /** Prints text unchanged, but on a terminal without control characters. */
  public void text(String text) {
    String shown = isTerminal ? Texts.lines(text) : text;
    out.print(shown.endsWith("\n") ? shown : shown + "\n");
  }

  private static List<List<String>> rows(List<JsonNode> objects, Columns columns) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns.headings());
    objects.forEach(object -> rows.add(columns.row(object)));
    return rows;
  }

  private void table(List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    TextTable.lines(rows.stream().map(row -> row.stream().map(Texts::oneLine).toList()).toList())
        .forEach(line -> table.append(line).append('\n'));
    out.print(table);
  }

  private void fields(JsonNode object, Columns columns) {
    table(
        columns.columns().stream()
            .map(column -> List.of(column.heading(), column.text().apply(object)))
            .toList());
  }

  private static String csv(List<String> row) {
    return row.stream().map(Texts::lines).map(Printer::quoted).collect(Collectors.joining(","));
  }

  /** Prefixes formulas with an apostrophe, so that spreadsheets do not run them. */
  private static String quoted(String cell) {
    boolean isRun = RUN.matcher(cell).lookingAt() && !NUMBER.matcher(cell).matches();
    String safe = isRun ? "'" + cell : cell;
    return QUOTED.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static String yaml(JsonNode node) {
    return YamlFile.write(new ObjectMapper().convertValue(node, new TypeReference<Object>() {}));
  }
}
