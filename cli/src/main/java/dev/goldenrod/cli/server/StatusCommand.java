package dev.goldenrod.cli.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the state of the server and the user's resources: {@code goldenrod status}. */
@Command(
    name = "status",
    description = "Shows the state of the server, and the number of goldens, clones and databases.",
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Runnable {
  private static final Columns COLUMNS =
      Columns.named("/server")
          .with("server")
          .with("release")
          .with("CLUSTERS", status -> clusters(status.path("clusters")))
          .with("user")
          .with("role")
          .with("goldens")
          .with(
              "CLONES",
              status ->
                  "%d of %d"
                      .formatted(status.path("clones").asInt(), status.path("most_clones").asInt()))
          .with("databases");

  private final Terminal terminal;

  @Mixin private CommandOptions options = new CommandOptions();

  public StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    ApiConnection api = session.api();
    JsonNode health = api.get("/health");
    JsonNode me = api.get("/v1/auth/me");
    JsonNode quota = api.get("/v1/org/quota");
    ObjectNode status =
        JsonNodeFactory.instance
            .objectNode()
            .put("server", session.target().url().toString())
            .put("release", health.path("version").asText())
            .put("user", me.path("email").asText())
            .put("role", me.path("role").asText())
            .put("goldens", session.lookup().goldens().size())
            .put("clones", quota.path("active_owned").asInt())
            .put("most_clones", quota.path("max_instances_per_user").asInt())
            .put("databases", session.lookup().databases().size());
    status.set("clusters", health.path("clusters"));
    session.printer().one(status, COLUMNS);
  }

  private static String clusters(JsonNode counts) {
    int offline = counts.path("offline").asInt();
    return counts.path("online").asInt()
        + " online"
        + (offline == 0 ? "" : ", %d offline".formatted(offline));
  }
}
