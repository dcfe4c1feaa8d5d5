package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.Names;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A database of what a golden holds, which a command that is repeated finds again. */
public final class GoldenDatabase {
  private final Session session;
  private final String name;

  /** Of that name, which may be there already. */
  public GoldenDatabase(Session session, String name) {
    this.session = session;
    this.name = name;
  }

  /**
   * Passes while no database has the name.
   *
   * @throws CliException when one has
   */
  public void requireFree() {
    if (!named().isEmpty()) {
      throw taken();
    }
  }

  /**
   * Makes it, unless it was made of that version before, and prints it as soon as it runs.
   *
   * @param cluster where to, by name or id; null for any
   */
  public void create(String golden, int version, @Nullable String cluster, WaitOptions waiting) {
    List<JsonNode> there = named();
    if (there.isEmpty()) {
      Map<String, @Nullable Object> body = new LinkedHashMap<>();
      body.put("name", name);
      body.put("golden", golden);
      body.put("golden_version", version);
      body.put("cluster", cluster);
      new DatabaseWork(session).create(name, "/v1/databases", NewDatabase.given(body), waiting);
      return;
    }
    JsonNode database = there.get(0);
    if (!database.path("golden").asText().equals(golden)
        || database.path("golden_version").asInt() != version) {
      throw taken();
    }
    session.say("database '%s' was made of it before".formatted(name));
    new DatabaseWork(session).print(database, DatabaseWork.RUNNING, waiting);
  }

  private List<JsonNode> named() {
    return Names.in(session.list("/v1/databases", "databases"), name, "name");
  }

  private CliException taken() {
    return new CliException(
        ExitCode.CONFLICT,
        "database name already in use: '%s'".formatted(name),
        "goldenrod database list");
  }
}
