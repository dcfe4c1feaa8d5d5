package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * JUnit extension that provides tests with clones of goldens:
 *
 * <pre>{@code
 * @RegisterExtension
 * static Goldenrod db = Goldenrod.embedded().golden("shop", from -> from.migrations("db/migration"));
 *
 * @Test
 * void pays(@Clone DataSource shop) { … }
 * }</pre>
 *
 * <p>A golden is created once for its recipe's content and shared by all builds with the same
 * content. Configure the extension before the first test; afterwards it is thread-safe.
 */
public final class Goldenrod implements ParameterResolver {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(Goldenrod.class);
  private static final int MOST_WARM = 100;
  private static final Set<Class<?>> TYPES =
      Set.of(DataSource.class, String.class, Credentials.class);

  /** The lifetime is part of the key, because a test's store also has its class's entries. */
  private record Key(Golden golden, String lifetime) {}

  private record Release(CloneServer server) implements AutoCloseable {
    @Override
    public void close() {
      server.release();
    }
  }

  private final Supplier<CloneServer> server;
  private final Map<String, Golden> goldens = new LinkedHashMap<>();
  private final Set<Golden> validated = ConcurrentHashMap.newKeySet();
  private int warm = CloneServer.WARM;
  private CloneSize size = CloneSize.SMALL;

  private Goldenrod(Supplier<CloneServer> server) {
    this.server = server;
  }

  /**
   * Uses a server on this machine that all builds of this user share. The first build starts the
   * server in the background. It ends a quarter of an hour after the last build, or after the
   * seconds in {@code GOLDENROD_TESTS_END_AFTER}. Its folder is in {@code ~/.cache/goldenrod}, or
   * below {@code XDG_CACHE_HOME}.
   */
  public static Goldenrod embedded() {
    return embedded(BackgroundServer.usualFolder());
  }

  /** Uses a shared server as {@link #embedded()} does, in a folder created if missing. */
  public static Goldenrod embedded(Path folder) {
    return embedded(folder, BackgroundServer.usualEnd());
  }

  static Goldenrod embedded(Path folder, Duration endAfter) {
    return new Goldenrod(() -> BackgroundServer.of(folder, endAfter));
  }

  /**
   * Uses a server that runs elsewhere.
   *
   * @param url such as {@code http://goldenrod.example:7878}
   * @param token token of an admin, who may create goldens
   */
  public static Goldenrod server(URI url, String token) {
    Api api = new Api(url, token);
    CloneServer server =
        new CloneServer(api, Coordination.NONE, PostgresReleases.ofRemoteServer(api));
    return new Goldenrod(() -> server);
  }

  /**
   * Adds a golden.
   *
   * @param name 1 to 40 of {@code a-z 0-9 -}, beginning with a letter
   * @param from describes the recipe; its files are resolved when the first clone is requested
   */
  public Goldenrod golden(String name, Consumer<Recipe> from) {
    Recipe recipe = new Recipe();
    from.accept(recipe);
    if (goldens.put(name, new Golden(name, recipe)) != null) {
      throw new IllegalArgumentException("golden '%s' is defined twice".formatted(name));
    }
    return this;
  }

  /**
   * Sets the number of warm clones of each golden, 4 by default. Parallel or very short tests
   * benefit from more.
   *
   * @param clones 0 to 100; with 0, each clone is created on request
   */
  public Goldenrod warm(int clones) {
    if (clones < 0 || clones > MOST_WARM) {
      throw new IllegalArgumentException(
          "%d warm clones are not between 0 and %d".formatted(clones, MOST_WARM));
    }
    warm = clones;
    return this;
  }

  /**
   * Sets memory, CPU and connection limits of each clone: {@code small} (256 MiB, 50 connections;
   * the default), {@code medium} (1 GiB, 100) or {@code large} (4 GiB, 200).
   */
  public Goldenrod size(String name) {
    size = CloneSize.of(name);
    return this;
  }

  /**
   * Selects the smallest size that allows this many concurrent connections.
   *
   * @param atOnce 1 to 200
   */
  public Goldenrod connections(int atOnce) {
    size = CloneSize.ofConnections(atOnce);
    return this;
  }

  /**
   * Launches a clone outside of JUnit, or for longer than one test. Creates the golden if
   * necessary.
   *
   * @param golden name of a golden of this object
   * @throws IllegalArgumentException if there is no such golden
   * @throws GoldenrodException if the launch fails; the message has the reason
   */
  public CloneLease launch(String golden) {
    Golden known = goldens.get(golden);
    if (known == null) {
      throw new IllegalArgumentException(
          "golden '%s' must be one of %s".formatted(golden, goldens.keySet()));
    }
    validated(known);
    return server.get().launch(known, warm, size);
  }

  /**
   * Returns whether a JDBC URL is that of a clone that this process has leased and not closed.
   *
   * @param jdbcUrl without parameters
   */
  public static boolean isClone(String jdbcUrl) {
    return CloneLease.isLeased(jdbcUrl);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.isAnnotated(Clone.class);
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Clone wanted = parameter.findAnnotation(Clone.class).orElseThrow();
    Class<?> type = parameter.getParameter().getType();
    if (!TYPES.contains(type)) {
      throw new ParameterResolutionException(
          "a @Clone must be a DataSource, a String with the JDBC URL, or Credentials, not "
              + type.getName());
    }
    try {
      return clone(golden(wanted.value()), lifetime(wanted, context)).as(type);
    } catch (GoldenrodException e) {
      throw e.getStackTrace().length == 0 ? withoutTrace(e) : e;
    }
  }

  /** JUnit would wrap any other exception in one with a stack trace. */
  private static ParameterResolutionException withoutTrace(GoldenrodException told) {
    ParameterResolutionException refusal = new ParameterResolutionException(told.getMessage());
    refusal.setStackTrace(new StackTraceElement[0]);
    return refusal;
  }

  /** JUnit 5 has only this deprecated method. */
  @SuppressWarnings("deprecation")
  private CloneLease clone(Golden golden, ExtensionContext lifetime) {
    return lifetime
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(
            new Key(golden, lifetime.getUniqueId()),
            key -> server(lifetime.getRoot()).launch(golden, warm, size),
            CloneLease.class);
  }

  /** Returns the server, which is released when all tests are over. */
  @SuppressWarnings("deprecation")
  private CloneServer server(ExtensionContext allTests) {
    CloneServer shared = server.get();
    allTests.getStore(NAMESPACE).getOrComputeIfAbsent(shared, Release::new, Release.class);
    return shared;
  }

  private static ExtensionContext lifetime(Clone wanted, ExtensionContext context) {
    ExtensionContext lifetime = context;
    while (wanted.shared() && lifetime.getTestMethod().isPresent()) {
      lifetime = lifetime.getParent().orElseThrow();
    }
    return lifetime;
  }

  private Golden golden(String name) {
    Golden golden =
        name.isEmpty() && goldens.size() == 1
            ? goldens.values().iterator().next()
            : goldens.get(name);
    if (golden == null) {
      throw new ParameterResolutionException(
          "@Clone(\"%s\") must name one of the goldens %s".formatted(name, goldens.keySet()));
    }
    return validated(golden);
  }

  /** Validates the golden before a server is started for it. */
  private Golden validated(Golden golden) {
    if (!validated.contains(golden)) {
      golden.validate();
      validated.add(golden);
    }
    return golden;
  }
}
