package dev.goldenrod.console;

import dev.goldenrod.console.figure.LaunchFigures;
import dev.goldenrod.console.settings.ServerSettings;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Invites;
import dev.goldenrod.control.Settings;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.MaskingRulesValidator.Problem;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A console on fakes, served on a free port, with an admin who has a password. */
public final class ServedConsole implements AutoCloseable {
  public static final String ADMIN = "admin@example.com";
  public static final String PASSWORD = "correct horse battery";
  private static final ServerSettings SETTINGS =
      new ServerSettings(
          "PostgreSQL",
          31,
          "xfs",
          "reflinks on xfs at /srv/goldenrod/volumes",
          true,
          List.of("cpu: no cgroup hierarchy is mounted"),
          "on, with a certificate from files",
          "off",
          "/metrics of 127.0.0.1, port 9878, for everybody");

  private static final int SECONDS_OF_WORK = 10;
  private static final int QUICK_HASHES = 1_000;

  public final MutableClock clock = new MutableClock();
  public final FakeDataPlane dataPlane = new FakeDataPlane();
  public final ControlPlane control;
  public final Actor admin;
  private final StoppableStore store = new StoppableStore();
  private final Console console;
  private final HttpApi api;

  /** A store whose transactions fail while it is away. */
  private static final class StoppableStore implements Store {
    private final Store store = new InMemoryStore();
    private volatile boolean isAway;

    @Override
    public <T> T inTransaction(Function<Transaction, T> work) {
      if (isAway) {
        throw new StoreUnavailableException("the store is away");
      }
      return store.inTransaction(work);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  public ServedConsole() {
    control =
        ControlPlane.builder()
            .store(store)
            .clock(clock)
            .passwordIterations(QUICK_HASHES)
            .settings(Settings.DEFAULTS.withDeleteGrace(Duration.ofDays(7)))
            .dataPlane(dataPlane)
            .maskingRules(
                rules ->
                    rules.startsWith("version")
                        ? List.of()
                        : List.of(new Problem(1, 3, "'version' is missing")))
            .build();
    admin = member(ADMIN, Role.ADMIN);
    console = new Console(control, "1.2.3").showSettings(SETTINGS);
    api = HttpApi.create(control, HttpOptions.defaults(), console::addTo).start("127.0.0.1", 0);
  }

  /** Adds a member who can sign in with {@link #PASSWORD}. */
  public Actor member(String email, Role role) {
    Invites.Created invite = control.invites().create(control.admin(), email, role, 0);
    return control
        .invites()
        .accept(new Invites.Accept(invite.secret(), PASSWORD, ""))
        .user()
        .actor();
  }

  /** Adds a golden with one version, which everybody may see. */
  public UUID golden(String name) {
    return golden(name, "made by a test");
  }

  /** Adds goldens with the names {@code prefix-000}, {@code prefix-001} and so on. */
  void goldens(String prefix, int number) {
    IntStream.range(0, number).forEach(i -> golden("%s-%03d".formatted(prefix, i)));
  }

  public UUID golden(String name, String source) {
    Goldens.RegisteredVersion version =
        control
            .goldens()
            .register(
                admin,
                new Goldens.RegisterVersion(
                    name, Substrate.POSTGRES, source, "dir:/" + name, 1 << 30));
    control.goldens().share(admin, version.goldenId(), true);
    return version.goldenId();
  }

  /** Does all work in data planes that is due within some seconds. */
  public void work() {
    for (int i = 0; i < SECONDS_OF_WORK; i++) {
      control.runDueOnce();
      clock.advance(Duration.ofSeconds(1));
    }
  }

  /** Sets whether the store can be used. */
  public void stopStore(boolean isAway) {
    store.isAway = isAway;
  }

  public void showLaunches(LaunchFigures figures) {
    console.showLaunches(figures);
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + api.port());
  }

  /** Returns a browser whose member has signed in. */
  PlainBrowser signedIn(String email) {
    PlainBrowser browser = new PlainBrowser(address());
    browser.send("/sign-in", "email", email, "password", PASSWORD);
    return browser;
  }

  @Override
  public void close() {
    console.close();
    api.close();
    control.close();
  }
}
