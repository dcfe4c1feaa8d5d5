package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for the databases that goldens are imported from: {@code goldenrod source}. */
@Command(
    addMethodSubcommands = false,
    name = "source",
    description = "External databases that goldens are imported from.",
    mixinStandardHelpOptions = true)
public final class SourceCommand extends NounCommand {
  private static final String NAMED =
      "Id of the source, or its host/dbname, host or dbname if only one source has it.";

  private static final Columns COLUMNS =
      Columns.named("/id")
          .with("HOST", "/config/host")
          .with("PORT", "/config/port")
          .with("DBNAME", "/config/dbname")
          .with("USERNAME", "/config/username")
          .with("SECRET", "/scoped_creds_ref")
          .with("cluster")
          .with("SENSITIVE", source -> source.path("require_masking").asBoolean() ? "yes" : "no")
          .with("kind")
          .with("status")
          .with("id");

  private static final Columns CHECK =
      Columns.named("/version")
          .with("version")
          .with("SIZE", check -> Texts.bytes(check.path("size_bytes").asLong()))
          .with("tables");

  public SourceCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "add",
      description = "Adds a source; its password stays in the secrets of the data plane.",
      footer =
          "  goldenrod source add --host db.example.com --dbname shop --username reader --secret shop",
      mixinStandardHelpOptions = true)
  void add(
      @Mixin CommandOptions options,
      @Option(
              names = "--host",
              required = true,
              paramLabel = "HOST",
              description = "Host name or address of the source.")
          String host,
      @Option(names = "--port", paramLabel = "PORT", description = "Port of the source (5432).")
          @Nullable Integer port,
      @Option(
              names = "--dbname",
              required = true,
              paramLabel = "NAME",
              description = "Name of the database on that host.")
          String dbname,
      @Option(names = "--username", paramLabel = "USER", description = "User to log in as.")
          @Nullable String username,
      @Option(
              names = "--sslmode",
              paramLabel = "MODE",
              description = "TLS mode, as in libpq: require, verify-full and others.")
          @Nullable String sslmode,
      @Option(
              names = "--secret",
              paramLabel = "REF",
              description =
                  "Name of the secret with the password, as given to 'goldenrod secret put'.")
          @Nullable String secret,
      @Option(
              names = "--cluster",
              paramLabel = "CLUSTER",
              description = "Cluster to run the imports on, by name or id.")
          @Nullable String cluster,
      @Option(
              names = "--sensitive",
              description = "Refuse imports without masking rules, for everybody.")
          boolean isSensitive,
      @Option(
              names = "--kind",
              defaultValue = "rds",
              paramLabel = "KIND",
              description =
                  "rds, any PostgreSQL server that can be reached, or s3, which cannot be imported"
                      + " yet (${DEFAULT-VALUE}).")
          String kind) {
    Session session = session(options);
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("host", host);
    config.put("port", port);
    config.put("dbname", dbname);
    config.put("username", username);
    config.put("sslmode", sslmode);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("kind", kind);
    body.put("config", config);
    body.put("scoped_creds_ref", secret);
    body.put("cluster", cluster);
    body.put("require_masking", isSensitive ? true : null);
    config.values().removeIf(value -> value == null);
    body.values().removeIf(value -> value == null);
    requireNew(session, body, config);
    String id = session.api().post("/v1/sources", body).path("id").asText();
    session.printer().one(session.lookup().source(id), COLUMNS);
    session.next(
        isSensitive
            ? "goldenrod mask plan " + id + " > masking.yaml"
            : "goldenrod import start GOLDEN --source " + id);
  }

  /**
   * Rejects a source with the same settings as another, which its host and database would not
   * identify.
   */
  private static void requireNew(
      Session session, Map<String, Object> body, Map<String, Object> config) {
    Predicate<JsonNode> isSame =
        source ->
            Stream.of("kind", "scoped_creds_ref", "cluster")
                    .allMatch(it -> isEqual(source.path(it), body.get(it)))
                && config.keySet().stream()
                    .allMatch(it -> isEqual(source.path("config").path(it), config.get(it)));
    ResourceLookup.all(session.list("/v1/sources", "sources")).stream()
        .filter(isSame)
        .findFirst()
        .ifPresent(
            same -> {
              throw new CliException(
                  ExitCode.CONFLICT,
                  "source '%s/%s' already exists"
                      .formatted(config.get("host"), config.get("dbname")),
                  "goldenrod source show " + same.path("id").asText(),
                  "goldenrod import start GOLDEN --source " + same.path("id").asText());
            });
  }

  private static boolean isEqual(JsonNode known, @Nullable Object given) {
    return known.asText("").equals(given == null ? "" : given.toString());
  }

  @Command(
      name = "list",
      description = "Lists all sources, without their passwords.",
      footer = "  goldenrod source list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/sources", "sources"), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows a source.",
      footer = "  goldenrod source show db.example.com/shop",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().source(name), COLUMNS);
  }

  @Command(
      name = "check",
      description = "Connects to a source as an import does, and changes nothing.",
      footer = "  goldenrod source check db.example.com/shop",
      mixinStandardHelpOptions = true)
  void check(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = NAMED) String name) {
    Session session = session(options);
    String id = session.lookup().source(name).path("id").asText();
    JsonNode check = session.api().post("/v1/sources/" + id + "/check", Map.of());
    session.printer().one(check, CHECK);
    check.path("warnings").forEach(warning -> session.warn(warning.asText()));
    session.next("goldenrod import start GOLDEN --source " + id);
  }

  @Command(
      name = "delete",
      description = "Deletes a source; the goldens imported from it stay.",
      footer = "  goldenrod source delete db.example.com/shop --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "SOURCE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode source = session.lookup().source(name);
    String id = source.path("id").asText();
    String what =
        "source '%s/%s'"
            .formatted(source.at("/config/host").asText(), source.at("/config/dbname").asText());
    deletion.delete(session, what, imports(session, id), "/v1/sources/" + id);
  }

  private static List<String> imports(Session session, String source) {
    return ResourceLookup.all(session.list("/v1/imports", "imports")).stream()
        .filter(job -> job.path("source_id").asText().equals(source))
        .map(
            job ->
                "the import record of golden %s, version %d, stays without its source"
                    .formatted(job.path("golden").asText(), job.path("version").asInt()))
        .toList();
  }
}
