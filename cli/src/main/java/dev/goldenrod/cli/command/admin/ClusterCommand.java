package dev.goldenrod.cli.command.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.ApiException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Commands for the clusters that databases run on: {@code goldenrod cluster}. */
@Command(
    addMethodSubcommands = false,
    name = "cluster",
    description = "Clusters that run clones and databases: the server's own machine, and agents.",
    mixinStandardHelpOptions = true)
public final class ClusterCommand extends NounCommand {
  private static final String NAMED = "Name or id of the cluster.";

  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("kind")
          .with("status")
          .with("data_plane")
          .with("VERSION", "/version")
          .with("FREE", ClusterCommand::free)
          .with("LAST SEEN", "/last_seen_at")
          .with("id")
          .with("message");

  private static final Columns CREATED =
      Columns.named("/agent_token")
          .with("name")
          .with("status")
          .with("id")
          .with("TOKEN", "/agent_token");

  private static final Columns TOKEN = Columns.named("/token").with("token");

  public ClusterCommand(Terminal terminal) {
    super(terminal);
  }

  private static String free(JsonNode cluster) {
    JsonNode free = cluster.at("/storage/free_bytes");
    return free.isNumber() ? Texts.bytes(free.asLong()) : "";
  }

  @Command(
      name = "list",
      description = "Lists all clusters.",
      footer = "  goldenrod cluster list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/clusters", "clusters"), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows a cluster.",
      footer = "  goldenrod cluster show east",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "CLUSTER", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().cluster(name), COLUMNS);
  }

  @Command(
      name = "add",
      description = "Adds a cluster and prints the token for its agent, which is shown only once.",
      footer = "  goldenrod cluster add east -o name",
      mixinStandardHelpOptions = true)
  void add(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "NAME", description = "Name of the new cluster.") String name) {
    Session session = session(options);
    session.printer().one(make(session, name), CREATED);
    session.next("goldenrod agent --server %s --token-file FILE".formatted(session.target().url()));
  }

  private static JsonNode make(Session session, String name) {
    try {
      return session.api().post("/v1/clusters", Map.of("name", name));
    } catch (ApiException refused) {
      if (ExitCode.ofStatus(refused.status()) == ExitCode.CONFLICT) {
        throw new CliException(
            ExitCode.CONFLICT,
            "cluster '%s' already exists".formatted(name),
            "goldenrod cluster show " + ShellWord.of(name),
            "goldenrod cluster token %s, for a new token of its agent"
                .formatted(ShellWord.of(name)));
      }
      throw refused;
    }
  }

  @Command(
      name = "token",
      description =
          "Replaces the token of a cluster's agent and prints the new one; the old one stops"
              + " working.",
      footer = "  goldenrod cluster token east --yes",
      mixinStandardHelpOptions = true)
  void token(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "CLUSTER", description = NAMED) String name) {
    Session session = session(options);
    JsonNode cluster = session.lookup().cluster(name);
    String what = "the agent's token of cluster '%s'".formatted(cluster.path("name").asText());
    List<String> alongside = List.of("the connection of the agent that uses it");
    if (loss.confirm(session, "replace", what, alongside)) {
      session.printer().one(session.api().post(path(cluster) + "/token"), TOKEN);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes a cluster that has no clones and no databases.",
      footer = "  goldenrod cluster delete east --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "CLUSTER", description = NAMED) String name) {
    Session session = session(options);
    JsonNode cluster = session.lookup().cluster(name);
    String what = "cluster '%s'".formatted(cluster.path("name").asText());
    deletion.delete(session, what, List.of("the connection of its agent"), path(cluster));
  }

  private static String path(JsonNode cluster) {
    return "/v1/clusters/" + cluster.path("id").asText();
  }
}
