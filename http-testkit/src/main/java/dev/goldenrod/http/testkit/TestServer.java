package dev.goldenrod.http.testkit;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.control.Settings;
import dev.goldenrod.http.ClientConfig;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.http.resource.ApiRoutes;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import dev.goldenrod.http.service.Readiness;
import dev.goldenrod.http.service.ServiceRoutes;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.MaskingRulesValidator;
import dev.goldenrod.port.Store;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.MutableClock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A served control plane with a controlled clock and data plane. It has an admin, the members ann,
 * bob, kim and eve, and invalid tokens. Each caller's token is the repeated name.
 */
final class TestServer implements AutoCloseable {
  static final ClientConfig CLIENT_CONFIG =
      ClientConfig.ofImages("agent:1", "operator:1", "router:1")
          .withCliMinVersion("v0.3.0")
          .withCliLatestVersion("v0.4.1");
  private static final Duration CREDENTIAL_TIMEOUT = Duration.ofSeconds(1);
  private static final int MANY = 100_000;
  private static final int QUICK_HASHES = 1_000;

  /**
   * A quarter of the default: the JIT compiler optimizes a server's hashing, but warms up too
   * slowly for tests.
   */
  private static final int SLOW_HASHES = 150_000;

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration WORK_EVERY = Duration.ofMillis(1);

  final MutableClock clock = new MutableClock();
  final FakeDataPlane dataPlane = new FakeDataPlane();
  final CountedRequests metrics = new CountedRequests();
  final SwitchableStore store;
  final ControlPlane control;
  final HttpApi api;
  final TestHttpClient http;
  final Fixtures fixtures;
  final Actor admin;
  final Actor ann;
  final Actor bob;
  final Actor kim;
  private volatile boolean working;
  private @Nullable Thread worker;

  private TestServer(Store inner, boolean withDataPlane, HttpOptions options) {
    this(inner, withDataPlane, options, MANY, QUICK_HASHES, plane -> plane);
  }

  private TestServer(
      Store inner,
      boolean withDataPlane,
      HttpOptions options,
      int maxDatabases,
      int passwordIterations,
      Function<FakeDataPlane, DataPlane> reached) {
    store = new SwitchableStore(inner);
    ControlPlaneBuilder builder =
        ControlPlane.builder()
            .store(store)
            .clock(clock)
            .passwordIterations(passwordIterations)
            .release("of this server")
            .maskingRules(TestServer::problems)
            .settings(settings(maxDatabases));
    control = (withDataPlane ? builder.dataPlane(reached.apply(dataPlane)) : builder).build();
    control.members().setBootstrapToken(token("admin"));
    admin = control.admin();
    ann = member("ann", UserStatus.ACTIVE, null, null);
    bob = member("bob", UserStatus.ACTIVE, null, null);
    kim = member("kim", UserStatus.ACTIVE, null, null);
    viewer();
    member("eve", UserStatus.ACTIVE, null, null);
    member("disabled", UserStatus.DISABLED, null, null);
    member("expired", UserStatus.ACTIVE, null, clock.instant().minusMillis(1));
    api = HttpApi.create(control, options).metrics(metrics).start("127.0.0.1", 0);
    http = TestHttpClient.to(api.port());
    fixtures = new Fixtures(this);
  }

  /** Accepts rules that begin with a version. */
  private static List<MaskingRulesValidator.Problem> problems(String rules) {
    return rules.startsWith("version")
        ? List.of()
        : List.of(new MaskingRulesValidator.Problem(1, 3, "'version' is missing"));
  }

  private static Settings settings(int maxDatabases) {
    return new Settings(MANY, MANY, maxDatabases, CREDENTIAL_TIMEOUT)
        .withCaps(new Caps(MANY, MANY, maxDatabases, MANY, maxDatabases, MANY));
  }

  static TestServer of(Store store) {
    return new TestServer(store, true, options());
  }

  /** Creates a server whose data plane is wrapped by the given function. */
  static TestServer of(
      Store store, HttpOptions options, Function<FakeDataPlane, DataPlane> reached) {
    return new TestServer(store, true, options, MANY, QUICK_HASHES, reached);
  }

  static TestServer of(Store store, HttpOptions options) {
    return new TestServer(store, true, options);
  }

  static TestServer withSlowLogins(Store store, HttpOptions options) {
    return new TestServer(store, true, options, MANY, SLOW_HASHES, plane -> plane);
  }

  static TestServer withoutCluster(Store store) {
    return new TestServer(store, false, options());
  }

  /** Creates a server whose quotas of databases and snapshots are zero. */
  static TestServer withoutDatabases(Store store, Function<FakeDataPlane, DataPlane> reached) {
    return new TestServer(store, true, options(), 0, QUICK_HASHES, reached);
  }

  /** Requests that start an operation do not wait. */
  static HttpOptions options() {
    return HttpOptions.of("1.2.3", CLIENT_CONFIG)
        .withPatience(Duration.ZERO)
        .withStopTimeout(Duration.ofSeconds(3));
  }

  List<Route> routes() {
    ServiceRoutes service =
        new ServiceRoutes(
            control,
            new Readiness(control),
            new MetricsPage(),
            "1.2.3",
            new ServiceRoutes.ClientConfigView(
                "", "", "", new ServiceRoutes.ClientConfigView.Cli("", "", "")));
    return ApiRoutes.of(control, service, Duration.ZERO, new LongPolls(Runnable::run));
  }

  /** Returns the token of a caller; empty for nobody. */
  static String token(String who) {
    return who.equals("nobody") ? "" : who.repeat(32 / who.length() + 1);
  }

  private void viewer() {
    Actor vic = member("vic", UserStatus.ACTIVE, null, null);
    control.members().changeRole(admin, vic.userId(), Role.VIEWER);
  }

  /** Creates a member whose only token, the repeated name, expires at the given time. */
  Actor member(
      String name, UserStatus status, @Nullable String passwordHash, @Nullable Instant expiresAt) {
    UUID orgId = admin.orgId();
    Instant now = clock.instant();
    User user =
        new User(
            UUID.randomUUID(),
            orgId,
            name + "@localhost",
            name,
            Role.USER,
            status,
            passwordHash,
            now);
    AccessToken token =
        new AccessToken(
            UUID.randomUUID(),
            orgId,
            user.id(),
            TokenKind.SCRIPT,
            "test",
            sha256(token(name)),
            now,
            expiresAt);
    store.useTransaction(
        tx -> {
          tx.users().insert(user);
          tx.tokens().insert(token);
        });
    return new Actor(user.id(), orgId, Role.USER);
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Records the maximum number of failed logins for an address. */
  void lockOut(String address) {
    for (int i = 0; i < 10; i++) {
      AuditEvent failed =
          new AuditEvent(
              UUID.randomUUID(),
              admin.orgId(),
              "login.failed",
              null,
              address,
              Map.of(),
              clock.instant());
      store.useTransaction(tx -> tx.audit().append(failed));
    }
  }

  void awaitReady(boolean ready) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (api.isReady() != ready) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the server did not notice that it is " + ready + " to be ready");
      }
      LockSupport.parkNanos(WORK_EVERY.toNanos());
    }
  }

  Reply send(String who, String method, String path, String body) {
    return http.send(method, path, token(who), body);
  }

  /** Runs the reconciliation loop and advances the clock until the condition holds. */
  void workUntil(BooleanSupplier so) {
    for (int pass = 0; !so.getAsBoolean(); pass++) {
      if (pass == 200) {
        throw new AssertionError("the loop came to no end");
      }
      control.runDueOnce();
      clock.advance(Duration.ofSeconds(1));
    }
  }

  /** Runs the reconciliation loop, without advancing the clock, until {@link #stopWorking}. */
  void keepWorking() {
    working = true;
    worker = new Thread(this::work, "work");
    worker.start();
  }

  private void work() {
    while (working) {
      control.runDueOnce();
      LockSupport.parkNanos(WORK_EVERY.toNanos());
    }
  }

  void stopWorking() {
    working = false;
    Thread ending = worker;
    if (ending != null) {
      try {
        ending.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Override
  public void close() {
    api.close();
    control.close();
    dataPlane.close();
    store.close();
  }
}
