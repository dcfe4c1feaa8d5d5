package dev.goldenrod.engine.mongodb;

import dev.goldenrod.engine.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Packages and archives of MongoDB, which its vendor alone publishes. */
public final class MongoDbDistribution implements Distribution {
  private static final Pattern VERSION = Pattern.compile("db version v(([0-9]+\\.[0-9]+)[^ \\n]*)");

  @Override
  public String type() {
    return MongoDbEngine.TYPE;
  }

  @Override
  public String product() {
    return "MongoDB";
  }

  @Override
  public List<String> releases() {
    return MongoDbEngine.RELEASES;
  }

  @Override
  public List<String> programs() {
    return List.of("mongod");
  }

  @Override
  public boolean runsServers(Predicate<String> hasProgram) {
    return hasProgram.test("mongod");
  }

  @Override
  public Pattern versionPattern() {
    return VERSION;
  }

  @Override
  public List<PackageFolders> packageFolders() {
    return List.of(
        new PackageFolders("/", "usr"),
        new PackageFolders("/usr", "local"),
        new PackageFolders("/opt/homebrew/opt", "mongodb-community(@[0-9.]+)?"),
        new PackageFolders("/usr/local/opt", "mongodb-community(@[0-9.]+)?"));
  }

  @Override
  public Optional<String> mavenArtifact(String version, String system, String machine) {
    return Optional.empty();
  }

  @Override
  public List<String> debianLibraries() {
    return List.of("libcurl4", "libcurl4t64", "libssl3", "libssl3t64", "libssl1.1");
  }
}
