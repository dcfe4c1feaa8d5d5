package dev.goldenrod.http.websocket;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tunnels;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.answer.ExceptionMapper;
import dev.goldenrod.http.answer.RequestIds;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.http.route.Permission;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.http.route.RequestAuthorizer;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Scope;
import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts WebSocket tunnels from members to their databases. Thread-safe. */
public final class TunnelEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TunnelEndpoint.class);
  private static final String VERSION = "13";
  private static final ApiResponse NO_HANDSHAKE =
      ErrorTable.invalid(
          "invalid input",
          new InvalidInput(
              "Upgrade",
              "a tunnel requires a WebSocket handshake: GET over HTTP/1.1 with 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13' and a Sec-WebSocket-Key"));

  private static final ApiResponse ELSEWHERE =
      ErrorTable.error(
          503,
          "tunnel not available: the agent is connected to another server, which cannot be reached");

  /**
   * The target in the path of a tunnel.
   *
   * @param isDatabase whether the target is a database; otherwise it is an instance
   * @param key name of the database, or id of the instance
   */
  private record TunnelPath(boolean isDatabase, String key) {
    private static final String ALSO_UNDER = "/api";
    private static final String DATABASES = "/v1/databases/";
    private static final String INSTANCES = "/v1/instances/";
    private static final String TUNNEL = "/tunnel";

    static Optional<TunnelPath> of(String path) {
      String withoutPrefix =
          path.startsWith(ALSO_UNDER + DATABASES) ? path.substring(ALSO_UNDER.length()) : path;
      return between(withoutPrefix, DATABASES)
          .map(name -> new TunnelPath(true, name))
          .or(() -> between(path, INSTANCES).map(id -> new TunnelPath(false, id)));
    }

    private static Optional<String> between(String path, String prefix) {
      return Optional.of(path)
          .filter(it -> it.startsWith(prefix) && it.endsWith(TUNNEL))
          .filter(it -> it.length() > prefix.length() + TUNNEL.length())
          .map(it -> it.substring(prefix.length(), it.length() - TUNNEL.length()))
          .filter(key -> key.indexOf('/') < 0);
    }

    Scope.Kind scope() {
      return isDatabase ? Scope.Kind.DATABASE : Scope.Kind.GOLDEN;
    }

    Tunnel open(Tunnels tunnels, Caller caller) {
      return isDatabase
          ? tunnels.openToDatabase(caller, key)
          : tunnels.openToInstance(caller, id());
    }

    /** Throws the same errors as {@link #open}, without opening a tunnel. */
    void require(Tunnels tunnels, Caller caller) {
      if (isDatabase) {
        tunnels.requireDatabase(caller, key);
      } else {
        tunnels.requireInstance(caller, id());
      }
    }

    private UUID id() {
      return RequestContext.parseId(key)
          .orElseThrow(
              () ->
                  ApiException.invalid("invalid input: bad id", "id", "must be an instance's id"));
    }
  }

  private final Tunnels tunnels;
  private final Clusters clusters;
  private final RequestAuthorizer authorizer;
  private final Duration idleTimeout;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DaemonThreads("tunnel"));
  private final Set<TunnelSocket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private @Nullable ServerWebSocketContainer container;

  /**
   * Creates an endpoint without a server.
   *
   * @param idleTimeout tunnels without any frame for this long are closed
   */
  public TunnelEndpoint(ControlPlane control, Duration idleTimeout) {
    this.tunnels = control.tunnels();
    this.clusters = control.clusters();
    this.authorizer = new RequestAuthorizer(control.members());
    this.idleTimeout = idleTimeout;
  }

  /** Adds WebSocket support to a server that has not been started yet. */
  public void prepare(Server server) {
    container = ServerWebSocketContainer.ensure(server);
  }

  /** Returns whether the path is that of a tunnel. */
  public static boolean isAt(String path) {
    return TunnelPath.of(path).isPresent();
  }

  /**
   * Upgrades a request to a WebSocket tunnel if the member is authorized.
   *
   * @return the error response; empty if the request was answered
   */
  public Optional<ApiResponse> upgrade(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    try {
      return open(TunnelPath.of(path).orElseThrow(), request, response, callback);
    } catch (RuntimeException refused) {
      Optional<URI> peer = serverOf(refused);
      if (peer.isPresent() && isHandshake(request) && !isForwarded(request)) {
        return forward(peer.get(), request, response, callback);
      }
      String id = RequestIds.of(request.getHeaders().get(RequestIds.HEADER));
      return Optional.of(ExceptionMapper.toResponse(request.getMethod() + " " + path, id, refused));
    }
  }

  /** Returns the server to which the agent is connected, if it is another one. */
  private Optional<URI> serverOf(RuntimeException refused) {
    try {
      return refused instanceof ControlPlaneException refusal
          ? refusal.offlineCluster().flatMap(clusters::serverOf)
          : Optional.empty();
    } catch (RuntimeException unknown) {
      return Optional.empty();
    }
  }

  private static boolean isForwarded(Request request) {
    return request.getHeaders().contains(PeerForwarder.FORWARDED);
  }

  private Optional<ApiResponse> forward(
      URI peer, Request request, Response response, Callback callback) {
    HttpFields headers = request.getHeaders();
    try {
      Tunnel tunnel =
          PeerTunnel.open(
              URI.create(peer + Request.getPathInContext(request)),
              RequestAuthorizer.bearerToken(headers.get(HttpHeader.AUTHORIZATION)),
              RequestIds.of(headers.get(RequestIds.HEADER)));
      upgrade(tunnel, request, response, callback);
      return Optional.empty();
    } catch (PeerTunnel.RefusedException refused) {
      return Optional.of(refused.answer());
    } catch (IOException away) {
      LOG.warn("Cannot open a tunnel through another server: {}", away.getMessage());
      return Optional.of(ELSEWHERE);
    }
  }

  private Optional<ApiResponse> open(
      TunnelPath path, Request request, Response response, Callback callback) {
    HttpFields headers = request.getHeaders();
    String token = RequestAuthorizer.bearerToken(headers.get(HttpHeader.AUTHORIZATION));
    authorizer.authorize(token, new Permission(Access.MEMBER, true, path.scope()));
    Caller caller = new Caller.TokenHolder(token);
    if (!isHandshake(request)) {
      path.require(tunnels, caller);
      return Optional.of(NO_HANDSHAKE);
    }
    upgrade(path.open(tunnels, caller), request, response, callback);
    return Optional.empty();
  }

  private static boolean isHandshake(Request request) {
    HttpFields headers = request.getHeaders();
    return request.getMethod().equals("GET")
        && headers.contains(HttpHeader.UPGRADE, "websocket")
        && headers.contains(HttpHeader.CONNECTION, "upgrade")
        && headers.contains(HttpHeader.SEC_WEBSOCKET_KEY)
        && VERSION.equals(headers.get(HttpHeader.SEC_WEBSOCKET_VERSION));
  }

  private void upgrade(Tunnel tunnel, Request request, Response response, Callback callback) {
    TunnelSocket socket = socket(tunnel);
    try {
      boolean upgraded =
          Objects.requireNonNull(container)
              .upgrade(
                  (asked, answered, done) -> {
                    answered.setExtensions(List.of());
                    return socket;
                  },
                  request,
                  response,
                  callback);
      if (!upgraded) {
        throw new IllegalStateException("the request was not upgraded");
      }
    } catch (RuntimeException | Error failed) {
      socket.end();
      throw failed;
    }
  }

  private TunnelSocket socket(Tunnel tunnel) {
    TunnelSocket[] made = new TunnelSocket[1];
    made[0] = new TunnelSocket(tunnel, threads, idleTimeout, () -> open.remove(made[0]));
    open.add(made[0]);
    if (closed) {
      made[0].close(TunnelEnd.STOPPING);
    }
    return made[0];
  }

  /** Closes all tunnels, and waits briefly until their clients know why. */
  @Override
  public void close() {
    closed = true;
    List<TunnelSocket> last = List.copyOf(open);
    last.forEach(socket -> socket.close(TunnelEnd.STOPPING));
    CompletableFuture.allOf(
            last.stream().map(TunnelSocket::closed).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, TunnelSocket.TO_CLOSE.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    threads.shutdown();
  }
}
