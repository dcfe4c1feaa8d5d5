package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses the engine version of a new database if the user names none. */
final class NewestVersion {
  private static final Comparator<String> BY_NUMBERS = NewestVersion::compare;

  private NewestVersion() {}

  /**
   * Returns the newest available version, a bundled one only as a last resort, because it lacks the
   * tools that dump schemas.
   *
   * @param cluster name or id of the target cluster; null for any
   */
  static String of(Session session, String type, @Nullable String cluster) {
    List<JsonNode> all =
        ResourceLookup.all(session.list("/v1/engines", "engines")).stream()
            .filter(engine -> engine.path("type").asText().equals(type))
            .toList();
    return all.stream()
        .filter(engine -> engine.path("available").asBoolean())
        .filter(engine -> isIn(cluster, engine))
        .max(
            Comparator.comparing((JsonNode engine) -> !isBundled(engine))
                .thenComparing(engine -> engine.path("version").asText(), BY_NUMBERS))
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

  private static CliException none(String type, List<JsonNode> all) {
    String reason =
        all.stream()
            .map(engine -> engine.path("message").asText())
            .filter(message -> !message.isEmpty())
            .reduce((first, last) -> last)
            .map(message -> ": " + message)
            .orElse("");
    return new CliException(
        ExitCode.REFUSED,
        "no version of '%s' is available%s".formatted(type, reason),
        "goldenrod engines");
  }

  static int compare(String one, String other) {
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
