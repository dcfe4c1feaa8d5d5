package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.database.EngineVersion.Origin;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.engine.Distribution;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The installations of engines for databases and tools. In the order of preference: configured
 * folders, installations in the data directory, system packages, and the bundled PostgreSQL, which
 * is unpacked on first use. Later installations and removals are noticed. Thread-safe.
 */
public final class Installations {
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private static final Comparator<Installation> HIGHEST_RELEASE_FIRST =
      Comparator.<Installation, int[]>comparing(one -> numbers(one.release()), Arrays::compare)
          .reversed();

  private static final Comparator<Installation> NEWEST_FIRST =
      HIGHEST_RELEASE_FIRST.thenComparing(
          one -> numbers(one.product().version()), (one, other) -> Arrays.compare(other, one));

  private final LocalRoot root;
  private final InstallationFinder finder;
  private final List<Installation> configured;
  private final BundledPostgres bundled;
  private final Map<String, List<Installation>> found = new ConcurrentHashMap<>();

  private final Map<Path, String> problems = new ConcurrentHashMap<>();

  private Installations(LocalRoot root, InstallationFinder finder, List<Installation> configured) {
    this.root = root;
    this.finder = finder;
    this.configured = configured;
    this.bundled = new BundledPostgres(root.engines(), finder);
  }

  /**
   * Finds the installations that a data directory can use.
   *
   * @param configured folders with {@code bin/postgres} or {@code postgres}; may be empty
   * @throws DataPlaneException if a configured folder has none that the engine user can run
   */
  public static Installations find(LocalRoot root, RunAs runAs, List<Path> configured) {
    InstallationFinder finder = new InstallationFinder(runAs);
    Distribution postgres = Distributions.of(PostgresEngine.TYPE);
    List<Installation> named =
        configured.stream()
            .map(folder -> finder.named(postgres, folder, Origin.INSTALLED))
            .sorted(NEWEST_FIRST)
            .toList();
    return new Installations(root, finder, named);
  }

  /**
   * Returns a function from names to paths of the release's server programs.
   *
   * @throws DataPlaneException as {@link #server} does
   */
  public UnaryOperator<String> programs(String type, String release) {
    Path bin = server(type, release).bin();
    return program -> bin.resolve(program).toString();
  }

  /**
   * Returns an installation that can run a server of the release.
   *
   * @throws DataPlaneException if there is none, with advice on how to install it
   */
  public Installation server(String type, String release) {
    Distribution engine = Distributions.of(type);
    Supplier<Optional<Installation>> look = () -> find(type, release);
    return known(engine, look)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    missing(engine, release, " (found: " + names(servers(engine)) + ")")));
  }

  /** Returns an installation that can run a server of the release now, if there is one. */
  public Optional<Installation> find(String type, String release) {
    Distribution engine = Distributions.of(type);
    boolean isOther = bundled.release().filter(told -> !told.equals(release)).isPresent();
    return findUnpacked(engine, release)
        .or(() -> isOther ? Optional.empty() : bundled(engine))
        .filter(one -> one.isOf(release));
  }

  private Optional<Installation> findUnpacked(Distribution engine, String release) {
    return found(engine).stream().filter(one -> one.runsServers() && one.isOf(release)).findFirst();
  }

  private Optional<Installation> bundled(Distribution engine) {
    return engine.type().equals(PostgresEngine.TYPE) ? bundled.unpacked() : Optional.empty();
  }

  public Optional<Installation> newestServer(String type) {
    return servers(Distributions.of(type)).findFirst();
  }

  public String description() {
    return newestServer(PostgresEngine.TYPE)
        .map(found -> "PostgreSQL %s in %s".formatted(found.version(), found.bin()))
        .orElse("no PostgreSQL");
  }

  /** Returns all installations that can run a server of the type, in the order of preference. */
  public List<Installation> servers(String type) {
    return servers(Distributions.of(type)).toList();
  }

  /**
   * Returns an installation with the tool, of the major version or the next newer one.
   *
   * @throws DataPlaneException if there is none, with advice on how to install it
   */
  public Installation postgresTool(String tool, int atLeastMajor) {
    Distribution postgres = Distributions.of(PostgresEngine.TYPE);
    Supplier<Optional<Installation>> look =
        () ->
            found(postgres).stream()
                .filter(one -> Integer.parseInt(one.release()) >= atLeastMajor)
                .filter(one -> one.program(tool).isPresent())
                .min(Comparator.comparingInt(one -> Integer.parseInt(one.release())));
    return known(postgres, look)
        .orElseThrow(
            () ->
                new DataPlaneException(
                    ("%1$s of PostgreSQL %2$d or newer is not installed (found: %3$s);"
                            + " install it with %4$s where Debian or Ubuntu has"
                            + " PostgreSQL %2$d; elsewhere install the client tools and specify"
                            + " their folder with --postgres-home")
                        .formatted(
                            tool,
                            atLeastMajor,
                            names(
                                found(postgres).stream()
                                    .filter(one -> one.program(tool).isPresent())),
                            root.command("engine install postgresql " + atLeastMajor))));
  }

  /** Returns all releases of all engines, and whether a server of each can run now. */
  public List<EngineVersion> engines() {
    found.clear();
    return Distributions.ALL.stream()
        .flatMap(engine -> engine.releases().stream().map(release -> version(engine, release)))
        .toList();
  }

  /** Does not unpack the bundled PostgreSQL if possible, since that takes seconds. */
  private EngineVersion version(Distribution engine, String release) {
    boolean isPostgres = engine.type().equals(PostgresEngine.TYPE);
    if (isPostgres
        && bundled.release().equals(Optional.of(release))
        && findUnpacked(engine, release).isEmpty()) {
      return EngineVersion.available(engine.type(), release, Origin.BUNDLED);
    }
    return find(engine.type(), release)
        .map(one -> EngineVersion.available(one.type(), one.release(), one.origin()))
        .orElseGet(
            () -> EngineVersion.unavailable(engine.type(), release, missing(engine, release, "")));
  }

  private String missing(Distribution engine, String release, String found) {
    String problem = problems.get(Distributions.folder(root, engine, release));
    if (problem != null) {
      return "%s; remove it with %s"
          .formatted(
              problem, root.command("engine remove %s %s".formatted(engine.type(), release)));
    }
    return "%s %s is not installed%s; %s"
        .formatted(engine.product(), release, found, Distributions.advice(root, engine, release));
  }

  /** Searches again if the cached installations do not suffice. */
  private Optional<Installation> known(Distribution engine, Supplier<Optional<Installation>> look) {
    Optional<Installation> known = look.get().filter(Installation::isPresent);
    if (known.isPresent()) {
      return known;
    }
    found.remove(engine.type());
    return look.get();
  }

  /** Lazy at the end: the bundled server is unpacked only if no other one fits. */
  private Stream<Installation> servers(Distribution engine) {
    Stream<Installation> last = Stream.of(engine).flatMap(one -> bundled(one).stream());
    return Stream.concat(found(engine).stream(), last).filter(Installation::runsServers);
  }

  private List<Installation> found(Distribution engine) {
    return found.computeIfAbsent(engine.type(), type -> look(engine));
  }

  private List<Installation> look(Distribution engine) {
    Stream<Installation> given =
        configured.stream().filter(one -> one.type().equals(engine.type()));
    Stream<Installation> installed = finder.installed(engine).stream().sorted(NEWEST_FIRST);
    // The sort is stable: within a release, installations in the data directory come first.
    Stream<Installation> others =
        Stream.concat(inDataDirectory(engine), installed).sorted(HIGHEST_RELEASE_FIRST);
    return Stream.concat(given, others).toList();
  }

  private Stream<Installation> inDataDirectory(Distribution engine) {
    return engine.releases().stream().flatMap(release -> inDataDirectory(engine, release).stream());
  }

  private Optional<Installation> inDataDirectory(Distribution engine, String release) {
    Path folder = Distributions.folder(root, engine, release);
    problems.remove(folder);
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try {
      return Optional.of(finder.inDataDirectory(engine, release, folder));
    } catch (DataPlaneException broken) {
      problems.put(folder, String.valueOf(broken.getMessage()));
      return Optional.empty();
    }
  }

  private static int[] numbers(String version) {
    return NUMBER
        .matcher(version)
        .results()
        .mapToInt(one -> Integer.parseInt(one.group()))
        .toArray();
  }

  private static String names(Stream<Installation> installations) {
    return Optional.of(
            installations.map(Installation::toString).distinct().collect(Collectors.joining(", ")))
        .filter(names -> !names.isEmpty())
        .orElse("none");
  }
}
