package dev.goldenrod.storage.jdbi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.port.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a dump line by line, and validates that it is complete. */
final class DumpReader {
  interface RowHandler {
    void beginTable(String name, List<String> columns) throws SQLException;

    void handleRow(JsonNode values) throws SQLException;
  }

  /** Characters of a line: many times those of any row, which API requests of 1 MiB make. */
  private static final int MOST_CHARACTERS = 64 << 20;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final BufferedReader lines;
  private final int mostCharacters;
  private final int schemaVersion;

  /** Reads the header, or throws a {@link StoreException} if its form is unknown. */
  DumpReader(InputStream dump) {
    this(dump, MOST_CHARACTERS);
  }

  DumpReader(InputStream dump, int mostCharacters) {
    this.mostCharacters = mostCharacters;
    lines = new BufferedReader(new InputStreamReader(dump, StandardCharsets.UTF_8));
    JsonNode header = next();
    if (header.path(StoreDump.HEADER).asInt() != StoreDump.FORM) {
      throw new StoreException("the store's dump does not have the format of this release");
    }
    schemaVersion = header.path(StoreDump.SCHEMA_VERSION).asInt();
  }

  int schemaVersion() {
    return schemaVersion;
  }

  /** Reads the rest, or throws a {@link StoreException} if the dump is malformed or incomplete. */
  StoreContents read(RowHandler handler) throws SQLException {
    Map<String, Long> counts = new LinkedHashMap<>();
    String table = "";
    JsonNode line = next();
    for (; !line.has(StoreDump.END); line = next()) {
      if (line.isArray()) {
        handler.handleRow(line);
        counts.merge(table, 1L, Long::sum);
      } else {
        table = named(line.path(StoreDump.TABLE));
        counts.put(table, 0L);
        handler.beginTable(table, columns(line));
      }
    }
    requireAll(counts, line.path(StoreDump.END));
    return new StoreContents(schemaVersion, counts);
  }

  private static void requireAll(Map<String, Long> counts, JsonNode written) {
    counts.forEach(
        (table, count) -> {
          if (written.path(table).asLong(-1) != count) {
            throw new StoreException(
                "the store's dump lacks rows of %s: it has %d of %d"
                    .formatted(table, count, written.path(table).asLong()));
          }
        });
    if (written.size() != counts.size()) {
      throw torn();
    }
  }

  /** Names become part of SQL statements, so only plain identifiers are accepted. */
  private static String named(JsonNode name) {
    if (!name.asText().matches("[a-z][a-z0-9_]*")) {
      throw torn();
    }
    return name.asText();
  }

  private static List<String> columns(JsonNode table) {
    List<String> columns = new ArrayList<>();
    table.path(StoreDump.COLUMNS).forEach(column -> columns.add(named(column)));
    return columns;
  }

  private JsonNode next() {
    try {
      return MAPPER.readTree(line());
    } catch (JsonProcessingException e) {
      throw torn();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the store's dump", e);
    }
  }

  /** Returns the next line; memory is not used for more of it than the limit. */
  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int next = lines.read();
    if (next < 0) {
      throw new StoreException("the store's dump ends early; it was cut off");
    }
    for (; next >= 0 && next != '\n'; next = lines.read()) {
      if (line.length() == mostCharacters) {
        throw new StoreException(
            "the store's dump has a line of more than %d characters; it is damaged, or not a store's dump"
                .formatted(mostCharacters));
      }
      line.append((char) next);
    }
    return line.toString();
  }

  private static StoreException torn() {
    return new StoreException("the store's dump contains an invalid line");
  }
}
