package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for pools of clones that are created ahead of demand: {@code goldenrod pool}. */
@Command(
    addMethodSubcommands = false,
    name = "pool",
    description = "Pools of clones that are created ahead of demand.",
    mixinStandardHelpOptions = true)
public final class PoolCommand extends NounCommand {
  private static final String NAMED = "Id of the pool, or its golden if that has only one pool.";

  private static final Columns COLUMNS =
      Columns.named("/id")
          .with("golden")
          .with("VERSION", "/golden_version")
          .with("size")
          .with("ready")
          .with("target")
          .with("cluster")
          .with("id")
          .with("message");

  public PoolCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "create",
      description = "Creates a pool that keeps clones of a golden ready.",
      footer = "  goldenrod pool create shop 3",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = "Golden to clone, by name or id.")
          String golden,
      @Parameters(paramLabel = "TARGET", description = "Number of clones to keep ready, 1 to 100.")
          int target,
      @Option(
              names = "--golden-version",
              paramLabel = "VERSION",
              description = "The golden's version (always the latest).")
          @Nullable Integer version,
      @Option(
              names = "--size",
              paramLabel = "SIZE",
              description = "small, medium or large (small).")
          @Nullable String size,
      @Option(
              names = "--cluster",
              paramLabel = "CLUSTER",
              description = "Cluster to run the clones on, by name or id.")
          @Nullable String cluster) {
    Session session = session(options);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("golden", session.lookup().goldenName(golden));
    body.put("target", target);
    body.put("version", version);
    body.put("size", size);
    body.put("cluster", cluster);
    body.values().removeIf(value -> value == null);
    session.printer().one(session.api().post("/v1/pools", body), COLUMNS);
    session.next("goldenrod pool show " + golden);
  }

  @Command(
      name = "list",
      description = "Lists all pools.",
      footer = "  goldenrod pool list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/pools", "pools"), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows a pool.",
      footer = "  goldenrod pool show shop",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "POOL", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().pool(name), COLUMNS);
  }

  @Command(
      name = "resize",
      description = "Changes the number of clones that a pool keeps ready; 0 drains the pool.",
      footer = "  goldenrod pool resize shop 5",
      mixinStandardHelpOptions = true)
  void resize(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "POOL", description = NAMED) String name,
      @Parameters(paramLabel = "TARGET", description = "Number of clones to keep ready, 0 to 100.")
          int target) {
    Session session = session(options);
    String path = path(session.lookup().pool(name));
    session.printer().one(session.api().patch(path, Map.of("target", target)), COLUMNS);
  }

  @Command(
      name = "delete",
      description = "Deletes a pool with its unclaimed clones.",
      footer = "  goldenrod pool delete shop --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "POOL", description = NAMED) String name) {
    Session session = session(options);
    JsonNode pool = session.lookup().pool(name);
    String what = "the pool of golden " + pool.path("golden").asText();
    List<String> ready = List.of(pool.path("ready").asInt() + " unclaimed clones");
    deletion.delete(session, what, ready, path(pool));
  }

  private static String path(JsonNode pool) {
    return "/v1/pools/" + pool.path("id").asText();
  }
}
