package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.mongodb.MongoDbDistribution;
import dev.goldenrod.engine.mysql.MySqlDistribution;
import dev.goldenrod.engine.postgres.PostgresDistribution;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The engines whose programs are looked for. */
final class Distributions {
  static final List<Distribution> ALL =
      List.of(new PostgresDistribution(), new MySqlDistribution(), new MongoDbDistribution());

  private static final String SYSTEM =
      System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";

  private Distributions() {}

  /**
   * The engine of that type.
   *
   * @throws DataPlaneException when there is none
   */
  static Distribution of(String type) {
    return ALL.stream()
        .filter(engine -> engine.type().equals(type))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "engine type '%s' must be one of %s"
                        .formatted(
                            type,
                            ALL.stream()
                                .map(Distribution::type)
                                .collect(Collectors.joining(", ")))));
  }

  /** The release that a release or full version is of; the text itself when it is of none. */
  static String release(Distribution engine, String version) {
    return engine.releases().stream()
        .filter(release -> version.equals(release) || version.startsWith(release + "."))
        .findFirst()
        .orElse(version);
  }

  /** The Maven artifact with the server for this machine; empty when there is none. */
  static Optional<String> mavenArtifact(Distribution engine, String version) {
    return engine.mavenArtifact(version, SYSTEM, System.getProperty("os.arch"));
  }

  /** The command that installs the release. */
  static String installCommand(Distribution engine, String release) {
    boolean fetched = mavenArtifact(engine, release).isPresent();
    return "./goldenrod engine install %s %s%s"
        .formatted(engine.type(), release, fetched ? "" : " --from FILE_OR_FOLDER");
  }
}
