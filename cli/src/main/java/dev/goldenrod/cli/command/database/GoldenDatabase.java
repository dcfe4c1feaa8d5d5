package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database created from a golden version; a repeated command recognizes an existing one. */
public final class GoldenDatabase {
  private final Session session;
  private final String name;

  public GoldenDatabase(Session session, String name) {
    this.session = session;
    this.name = name;
  }

  /** Throws a {@link CliException} if a database has the name. */
  public void requireFree() {
    if (!named().isEmpty()) {
      throw taken();
    }
  }

  /**
   * Creates the database unless the same one exists, waits until it is running and prints it.
   *
   * @param cluster name or id of the target cluster; null for any
   */
  public void create(String golden, int version, @Nullable String cluster, WaitOptions waiting) {
    List<JsonNode> there = named();
    if (there.isEmpty()) {
      Map<String, @Nullable Object> body = new LinkedHashMap<>();
      body.put("name", name);
      body.put("golden", golden);
      body.put("golden_version", version);
      body.put("cluster", cluster);
      new DatabaseWork(session).create(name, "/v1/databases", DatabaseOptions.given(body), waiting);
      return;
    }
    JsonNode database = there.get(0);
    if (!database.path("golden").asText().equals(golden)
        || database.path("golden_version").asInt() != version) {
      throw taken();
    }
    session.say("database '%s' was already created from this version".formatted(name));
    new DatabaseWork(session).print(database, DatabaseWork.RUNNING, waiting);
  }

  private List<JsonNode> named() {
    return ResourceLookup.in(session.lookup().databases(), name, "name");
  }

  private CliException taken() {
    return new CliException(
        ExitCode.CONFLICT,
        "database name already in use: '%s'".formatted(name),
        "goldenrod database list");
  }
}
