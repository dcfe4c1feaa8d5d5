package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.EngineServer.Login;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logins of databases. A new password is saved before the engine gets it, and replaces the
 * current one when the engine has it; after a kill in between, the one that works is found again.
 * Checks all databases in use at the start, and those without a working login periodically.
 * Thread-safe.
 */
final class KubernetesLogins implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesLogins.class);
  private static final String NEXT_PASSWORD = "password-next";
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final ObjectApi<V1Secret> secrets;
  private final DatabaseServers servers;
  private final DatabaseCertificates certificates;
  private final DatabaseView view;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("database-logins"));

  KubernetesLogins(
      DatabaseContext context,
      DatabaseServers servers,
      DatabaseCertificates certificates,
      DatabaseView view) {
    this.secrets = context.cluster().secrets();
    this.servers = servers;
    this.certificates = certificates;
    this.view = view;
  }

  void begin() {
    timer.execute(() -> view.ids().forEach(this::check));
    timer.scheduleWithFixedDelay(
        this::checkFailedLogins, PAUSE.toMillis(), PAUSE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Returns why no client can log in, without changing the database; empty if one can.
   *
   * @param root as read live, with its password
   */
  String problem(DatabaseRoot root, EngineServer server, int port) {
    Optional<String> problem = server.loginProblem(port, root.password());
    if (problem.isEmpty()) {
      return "";
    }
    Optional<String> next =
        files(root)
            .read(NEXT_PASSWORD)
            .filter(password -> server.loginProblem(port, password).isEmpty());
    if (next.isPresent()) {
      confirm(root, next.get());
      return "";
    }
    return EngineServer.loginMessage(problem.get());
  }

  Optional<Credentials> credentials(DatabaseRoot root) {
    Login login = servers.of(root).login();
    String password = root.password();
    return view.endpoints()
        .of(root.id())
        .map(
            endpoint -> {
              int colon = endpoint.lastIndexOf(':');
              String host = endpoint.substring(0, colon);
              return Credentials.of(
                  login.scheme(),
                  host,
                  Integer.parseInt(endpoint.substring(colon + 1)),
                  login.database(),
                  login.user(),
                  password,
                  certificates.sslMode(root, host));
            });
  }

  void reset(DatabaseRoot root) {
    String next = files(root).createIfMissing(NEXT_PASSWORD, Passwords.random());
    try (PodTunnel tunnel = servers.tunnel(root)) {
      servers.of(root).resetLogin(tunnel.port(), next);
    }
    confirm(root, next);
  }

  private void confirm(DatabaseRoot root, String next) {
    secrets.mergeIf(
        root.names().root(),
        found -> files(root).read(NEXT_PASSWORD).equals(Optional.of(next)),
        root.passwordPatch(next, NEXT_PASSWORD));
  }

  private SecretFiles files(DatabaseRoot root) {
    return new SecretFiles(secrets, root.names().root(), "");
  }

  private void checkFailedLogins() {
    view.ids().stream()
        .filter(id -> view.root(id).filter(root -> !root.loginProblem().isEmpty()).isPresent())
        .forEach(this::check);
  }

  private void check(UUID id) {
    try {
      if (view.of(id).state() == DatabaseState.READY) {
        view.root(id).flatMap(root -> secrets.get(root.names().root())).ifPresent(this::check);
      }
    } catch (RuntimeException e) {
      LOG.debug("Cannot check the login of database {}, will retry", id, e);
    }
  }

  private void check(V1Secret secret) {
    DatabaseRoot root = new DatabaseRoot(secret);
    String problem;
    try (PodTunnel tunnel = servers.tunnel(root)) {
      problem = problem(root, servers.of(root), tunnel.port());
    }
    if (!problem.equals(root.loginProblem())) {
      secrets.mergeIf(
          root.names().root(),
          found -> new DatabaseRoot(found).hasTargetOf(root),
          DatabaseRoot.loginProblemPatch(problem));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
