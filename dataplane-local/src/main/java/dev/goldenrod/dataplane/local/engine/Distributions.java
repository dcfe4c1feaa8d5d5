package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.mongodb.MongoDbDistribution;
import dev.goldenrod.engine.mysql.MySqlDistribution;
import dev.goldenrod.engine.postgres.PostgresDistribution;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The engines that can be installed, and where. */
final class Distributions {
  static final List<Distribution> ALL =
      List.of(new PostgresDistribution(), new MySqlDistribution(), new MongoDbDistribution());

  private static final String SYSTEM =
      System.getProperty("os.name").startsWith("Mac") ? "darwin" : "linux";

  private Distributions() {}

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

  /**
   * @throws DataPlaneException if the version is not of a supported release
   */
  static String requireRelease(Distribution engine, String version) {
    return engine.releases().stream()
        .filter(release -> version.equals(release) || version.startsWith(release + "."))
        .filter(release -> version.matches("[0-9]+(\\.[0-9]+)*"))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "%s version '%s' must be one of %s, or a full version of one of them"
                        .formatted(
                            engine.product(), version, String.join(", ", engine.releases()))));
  }

  /** Returns the Maven artifact with the server for this platform, or empty if none exists. */
  static Optional<String> mavenArtifact(Distribution engine, String version) {
    return engine.mavenArtifact(version, SYSTEM, System.getProperty("os.arch"));
  }

  /** Returns the folder of the release in the data directory, a link if it is used in place. */
  static Path folder(LocalRoot root, Distribution engine, String release) {
    return root.engines().resolve(engine.type() + "-" + release);
  }

  static String advice(LocalRoot root, Distribution engine, String release) {
    if (!engine.releases().contains(release)) {
      return "install it on the machine";
    }
    boolean fetched = mavenArtifact(engine, release).isPresent();
    return "install it with "
        + root.command(
            "engine install %s %s%s"
                .formatted(engine.type(), release, fetched ? "" : " --from FILE_OR_FOLDER"));
  }
}
