package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The PostgreSQL installations that databases and tools are taken from. Thread-safe. */
public final class PostgresInstallations {
  private final List<PostgresInstallation> found;
  private final BundledPostgres bundled;

  private PostgresInstallations(List<PostgresInstallation> found, BundledPostgres bundled) {
    this.found = List.copyOf(found);
    this.bundled = bundled;
  }

  /**
   * Looks for installations. Those in the configured folders come first, then those of the system's
   * packages, then the one that is bundled with the jar, which is unpacked when first needed.
   *
   * @param configured folders that hold {@code bin/postgres} or {@code postgres}; may be empty
   * @throws DataPlaneException when a configured folder holds none that the engines' user can run
   */
  public static PostgresInstallations find(LocalRoot root, RunAs runAs, List<Path> configured) {
    InstallationFinder folders = new InstallationFinder(runAs);
    List<PostgresInstallation> found = new ArrayList<>();
    configured.stream()
        .map(folders::named)
        .sorted(InstallationFinder.NEWEST_FIRST)
        .forEach(found::add);
    found.addAll(folders.installed());
    return new PostgresInstallations(found, new BundledPostgres(root.engines(), folders));
  }

  /**
   * An installation that can run a server of that major version.
   *
   * @throws DataPlaneException when there is none; the message names those that are there and the
   *     package to install
   */
  public PostgresInstallation server(int major) {
    return servers()
        .filter(home -> home.major() == major)
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    ("PostgreSQL %d is not installed (found: %s); install it, as with 'apt-get"
                            + " install postgresql-%d', or name its folder with --postgres-home")
                        .formatted(major, names(servers()), major)));
  }

  /**
   * The installation to run a server of no particular version: the newest of the configured ones,
   * else of the installed ones, else the bundled one.
   */
  public Optional<PostgresInstallation> newest() {
    return servers().findFirst();
  }

  /**
   * An installation that has the tool, of that major version or else of the next newer one.
   *
   * @param tool as in {@code pg_dump}
   * @throws DataPlaneException when there is none; the message names the package to install
   */
  public PostgresInstallation tools(String tool, int atLeastMajor) {
    return found.stream()
        .filter(home -> home.major() >= atLeastMajor && home.tool(tool).isPresent())
        .min(Comparator.comparingInt(PostgresInstallation::major))
        .orElseThrow(
            () ->
                new DataPlaneException(
                    ("%s of PostgreSQL %d or newer is not installed (found: %s); install it, as with"
                            + " 'apt-get install postgresql-client-%d', or name its folder with"
                            + " --postgres-home")
                        .formatted(
                            tool,
                            atLeastMajor,
                            names(found.stream().filter(home -> home.tool(tool).isPresent())),
                            atLeastMajor)));
  }

  /** All installations that can run a server, in the order they are preferred. */
  public List<PostgresInstallation> all() {
    return servers().toList();
  }

  /** Lazy at its end: the bundled one is unpacked only when nothing before it fits. */
  private Stream<PostgresInstallation> servers() {
    return Stream.concat(
            found.stream(), Stream.of(bundled).flatMap(bundle -> bundle.unpacked().stream()))
        .filter(PostgresInstallation::isServer);
  }

  private static String names(Stream<PostgresInstallation> homes) {
    return Optional.of(
            homes.map(PostgresInstallation::toString).distinct().collect(Collectors.joining(", ")))
        .filter(names -> !names.isEmpty())
        .orElse("none");
  }
}
