package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the commands that create or resize databases. */
final class DatabaseOptions {
  private DatabaseOptions() {}

  /** The help option of a command that defines {@code --version} itself. */
  static final class Help {
    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "Show this help message and exit.")
    private boolean isWanted;
  }

  static final class Size {
    @Option(
        names = "--memory",
        paramLabel = "SIZE",
        description = "256m, 512m, 1g, 2g or 4g (512m for a new database).")
    private @Nullable String memory;

    @Option(
        names = "--storage",
        paramLabel = "SIZE",
        description = "1g, 5g, 10g, 25g or 50g (5g for a new database).")
    private @Nullable String storage;

    @Option(
        names = "--cpu",
        paramLabel = "CORES",
        description = "0.5, 1, 2 or 4 (1 for a new database).")
    private @Nullable String cpu;

    Map<String, Object> config() {
      Map<String, Object> config = new LinkedHashMap<>();
      config.put("memory", memory);
      config.put("storage", storage);
      config.put("cpu", cpu);
      config.values().removeIf(value -> value == null);
      return config;
    }
  }

  /** Options for the origin of a new database and the cluster that it runs on. */
  static final class Origin {
    @Option(
        names = "--type",
        paramLabel = "TYPE",
        description = "postgresql, mysql or mongodb (postgresql).")
    private @Nullable String type;

    @Option(
        names = "--version",
        paramLabel = "VERSION",
        description = "Version of the engine (the newest installed one).")
    private @Nullable String version;

    @Option(
        names = "--golden",
        paramLabel = "GOLDEN",
        description =
            "Golden to create the database from, by name or id (none, an empty database).")
    private @Nullable String golden;

    @Option(
        names = "--golden-version",
        paramLabel = "VERSION",
        description = "The golden's version (the latest).")
    private @Nullable Integer goldenVersion;

    @Option(
        names = "--cluster",
        paramLabel = "CLUSTER",
        description = "Cluster to run the database on, by name or id.")
    private @Nullable String cluster;

    Map<String, Object> body(Session session, String name, Size size) {
      Map<String, @Nullable Object> body = new LinkedHashMap<>();
      body.put("name", name);
      if (golden == null) {
        requireNone("--golden-version requires --golden", goldenVersion);
        String engine = type == null ? "postgresql" : type;
        body.put("type", engine);
        body.put("version", version == null ? newestVersion(session, engine, cluster) : version);
      } else {
        String clash = "--golden determines the type and the version; omit ";
        requireNone(clash + "--type", type);
        requireNone(
            clash + "--version, or choose a version of the golden with --golden-version", version);
        body.put("golden", session.lookup().goldenName(golden));
        body.put("golden_version", goldenVersion);
      }
      body.put("config", size.config());
      body.put("cluster", cluster);
      return given(body);
    }

    private static void requireNone(String otherwise, @Nullable Object value) {
      if (value != null) {
        throw new CliException(ExitCode.USAGE, otherwise);
      }
    }
  }

  /** Returns the body of a request without the fields that are null. */
  static Map<String, Object> given(Map<String, @Nullable Object> body) {
    Map<String, Object> given = new LinkedHashMap<>();
    body.forEach(
        (field, value) -> {
          if (value != null) {
            given.put(field, value);
          }
        });
    return given;
  }

  /**
   * Returns the newest available version of an engine, a bundled one only as a last resort, because
   * it lacks the tools that dump schemas.
   *
   * @param cluster name or id of the target cluster; null for any
   */
  private static String newestVersion(Session session, String type, @Nullable String cluster) {
    List<JsonNode> engines = ResourceLookup.all(session.list("/v1/engines", "engines"));
    List<JsonNode> all =
        engines.stream().filter(engine -> engine.path("type").asText().equals(type)).toList();
    if (all.isEmpty()) {
      throw unknownType(type, engines);
    }
    return all.stream()
        .filter(engine -> engine.path("available").asBoolean())
        .filter(engine -> isIn(cluster, engine))
        .max(
            Comparator.comparing((JsonNode engine) -> !isBundled(engine))
                .thenComparing(
                    engine -> engine.path("version").asText(), DatabaseOptions::compareVersions))
        .map(engine -> engine.path("version").asText())
        .orElseThrow(() -> none(type, all));
  }

  private static boolean isBundled(JsonNode engine) {
    return engine.path("origin").asText().equals("bundled");
  }

  /** Engines carry the name of their cluster only, so an id does not filter them. */
  private static boolean isIn(@Nullable String cluster, JsonNode engine) {
    return cluster == null
        || ResourceLookup.isId(cluster)
        || engine.path("cluster").asText().equals(cluster);
  }

  private static CliException unknownType(String type, List<JsonNode> engines) {
    String types =
        engines.stream()
            .map(engine -> engine.path("type").asText())
            .distinct()
            .collect(Collectors.joining(", "));
    return new CliException(
        ExitCode.REFUSED,
        "the server has no type '%s'; its types are: %s".formatted(type, types),
        "goldenrod engines");
  }

  private static CliException none(String type, List<JsonNode> all) {
    String reason =
        all.stream()
            .map(engine -> engine.path("message").asText())
            .filter(message -> !message.isEmpty())
            .reduce((first, last) -> needsFile(last) && !needsFile(first) ? first : last)
            .map(message -> ": " + message)
            .orElse("");
    return new CliException(
        ExitCode.REFUSED,
        "no version of '%s' is available%s".formatted(type, reason),
        "goldenrod engines");
  }

  /** Returns whether the message advises an installation that downloads nothing. */
  private static boolean needsFile(String message) {
    return message.contains(" --from ");
  }

  private static int compareVersions(String one, String other) {
    List<BigInteger> left = numbers(one);
    List<BigInteger> right = numbers(other);
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = left.get(i).compareTo(right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static List<BigInteger> numbers(String version) {
    return Stream.of(version.split("\\D+"))
        .filter(part -> !part.isEmpty())
        .map(BigInteger::new)
        .toList();
  }
}
