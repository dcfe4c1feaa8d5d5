package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.tunnel.ClientConnection;
import dev.goldenrod.tunnel.Tunnel;
import dev.goldenrod.tunnel.TunnelEnd;
import dev.goldenrod.tunnel.TunnelLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to databases through this server, for members who cannot reach them. Only the owner
 * may open one, even among admins. Each is audited when opened, and closed within seconds when its
 * token, its member or the database ends. Thread-safe.
 */
public final class Tunnels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Tunnels.class);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);
  private static final Duration UNUSED_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STORE_TIMEOUT = Duration.ofMinutes(1);

  private final ControlContext context;
  private final TunnelLimiter limiter;
  private final Set<OpenTunnel> open = ConcurrentHashMap.newKeySet();
  private @Nullable ScheduledExecutorService checkTimer;
  private volatile boolean stopped;
  private volatile long lastAnswer;

  Tunnels(ControlContext context, TunnelLimits limits) {
    this.context = context;
    this.limiter = new TunnelLimiter(limits);
  }

  /**
   * Opens a connection to the running database; takes a few seconds at most.
   *
   * @throws ControlPlaneException with {@link ErrorCode#TUNNEL_NOT_READY} while it is being
   *     created, {@link ErrorCode#CONFLICT_BECAUSE} if it does not run, {@link
   *     ErrorCode#TUNNEL_QUOTA_EXCEEDED} or {@link ErrorCode#TUNNELS_EXHAUSTED} at a limit; also if
   *     its data plane is offline, unreachable or unable
   */
  public Tunnel openToDatabase(Caller caller, String name) {
    return open(caller, database(caller, name));
  }

  /** Opens a connection to the Ready instance, as {@link #openToDatabase} does. */
  public Tunnel openToInstance(Caller caller, UUID id) {
    return open(caller, instance(caller, id));
  }

  /** Makes the checks of {@link #openToDatabase} that do not need the data plane. */
  public void requireDatabase(Caller caller, String name) {
    database(caller, name);
  }

  /** Makes the checks of {@link #openToInstance} that do not need the data plane. */
  public void requireInstance(Caller caller, UUID id) {
    instance(caller, id);
  }

  private TunnelTarget database(Caller caller, String name) {
    return context.read(caller, (tx, actor) -> TunnelTarget.database(tx, actor, name));
  }

  private TunnelTarget instance(Caller caller, UUID id) {
    return context.read(caller, (tx, actor) -> TunnelTarget.instance(tx, actor, id));
  }

  private Tunnel open(Caller caller, TunnelTarget target) {
    limiter.acquire(target);
    try {
      OpenTunnel tunnel = new OpenTunnel(caller, target, openAudited(target), this::closed);
      add(tunnel);
      return tunnel;
    } catch (RuntimeException | Error refused) {
      limiter.release(target);
      throw refused;
    } finally {
      limiter.opened(target);
    }
  }

  private ClientConnection openAudited(TunnelTarget target) {
    ClientConnection connection = connect(target);
    try {
      context
          .store()
          .useTransaction(
              tx -> {
                ControlContext.requireActive(tx, target.owner());
                target.audit(context, tx);
              });
      return connection;
    } catch (RuntimeException | Error refused) {
      connection.close();
      throw refused;
    }
  }

  private ClientConnection connect(TunnelTarget target) {
    return context.callDataPlane(
        target.clusterId(),
        plane -> plane.databases().openConnection(target.id()),
        why -> ControlPlaneException.of(ErrorCode.TUNNEL_NOT_AVAILABLE, why));
  }

  private synchronized void add(OpenTunnel tunnel) {
    if (stopped) {
      tunnel.close();
      throw ControlPlaneException.of(ErrorCode.TUNNELS_EXHAUSTED, TunnelEnd.STOPPING.text());
    }
    if (open.isEmpty()) {
      lastAnswer = System.nanoTime();
    }
    open.add(tunnel);
    if (checkTimer == null) {
      ScheduledThreadPoolExecutor thread =
          new ScheduledThreadPoolExecutor(1, new DaemonThreads("tunnels"));
      thread.scheduleWithFixedDelay(
          this::endForbidden,
          CHECK_INTERVAL.toMillis(),
          CHECK_INTERVAL.toMillis(),
          TimeUnit.MILLISECONDS);
      checkTimer = thread;
    }
  }

  private void closed(OpenTunnel tunnel) {
    if (open.remove(tunnel)) {
      limiter.release(tunnel.target());
    }
  }

  /** Returns how many tunnels are open or being opened. */
  public int count() {
    return limiter.inAll();
  }

  /** Ends disallowed tunnels. While the store is unavailable, they stay open for one minute. */
  private void endForbidden() {
    if (open.isEmpty()) {
      return;
    }
    try {
      Map<OpenTunnel, TunnelEnd> ends = context.read(this::forbidden);
      lastAnswer = System.nanoTime();
      ends.forEach(OpenTunnel::end);
    } catch (RuntimeException e) {
      LOG.warn("Cannot check the open tunnels, will retry: {}", e.toString());
      if (System.nanoTime() - lastAnswer > STORE_TIMEOUT.toNanos()) {
        open.forEach(tunnel -> tunnel.end(TunnelEnd.STORE_UNAVAILABLE));
      }
    }
  }

  private Map<OpenTunnel, TunnelEnd> forbidden(Transaction tx) {
    Map<OpenTunnel, TunnelEnd> ends = new LinkedHashMap<>();
    Map<Caller, Boolean> allowedCallers = new HashMap<>();
    Map<TunnelTarget, Boolean> availableTargets = new HashMap<>();
    for (OpenTunnel tunnel : open) {
      TunnelTarget target = tunnel.target();
      if (!allowedCallers.computeIfAbsent(
          tunnel.caller(), one -> mayConnect(tx, one, target.owner()))) {
        ends.put(tunnel, TunnelEnd.ACCESS_ENDED);
      } else if (!availableTargets.computeIfAbsent(target, one -> isAvailable(tx, one))) {
        ends.put(tunnel, TunnelEnd.DATABASE_ENDED);
      } else if (tunnel.isAbandoned(UNUSED_TIMEOUT.toNanos())) {
        ends.put(tunnel, TunnelEnd.NEVER_USED);
      }
    }
    return ends;
  }

  private boolean isAvailable(Transaction tx, TunnelTarget target) {
    return context.dataPlanes().isAttached(target.clusterId()) && target.isStillValid(tx);
  }

  private boolean mayConnect(Transaction tx, Caller caller, Actor owner) {
    try {
      ControlContext.requireActive(tx, owner);
      Actor now = context.actor(tx, caller);
      return now.userId().equals(owner.userId()) && now.role().includes(Role.USER);
    } catch (ControlPlaneException refused) {
      return false;
    }
  }

  /** Closes all tunnels, and refuses new ones. */
  @Override
  public void close() {
    synchronized (this) {
      stopped = true;
      if (checkTimer != null) {
        checkTimer.shutdownNow();
      }
    }
    open.forEach(tunnel -> tunnel.end(TunnelEnd.STOPPING));
  }

  /** Counts open and opening tunnels, and enforces their limits. Thread-safe. */
  private static final class TunnelLimiter {
    /** Each opening connection occupies a thread, and a cluster may be slow to answer. */
    private static final int MOST_OPENING = 64;

    private static final int MOST_OPENING_OF_CLUSTER = 32;

    private final TunnelLimits limits;
    private final Map<UUID, Integer> ofMember = new HashMap<>();
    private final Map<UUID, Integer> openingOfCluster = new HashMap<>();
    private int inAll;
    private int opening;

    TunnelLimiter(TunnelLimits limits) {
      this.limits = limits;
    }

    synchronized void acquire(TunnelTarget target) {
      UUID member = target.owner().userId();
      if (ofMember.getOrDefault(member, 0) >= limits.perMember()) {
        throw ControlPlaneException.of(
            ErrorCode.TUNNEL_QUOTA_EXCEEDED,
            "a member may have at most %d tunnels at once; close some first"
                .formatted(limits.perMember()));
      }
      if (inAll >= limits.inAll()) {
        throw ControlPlaneException.of(
            ErrorCode.TUNNELS_EXHAUSTED,
            "this server has reached its limit of %d tunnels".formatted(limits.inAll()));
      }
      if (opening >= MOST_OPENING
          || openingOfCluster.getOrDefault(target.clusterId(), 0) >= MOST_OPENING_OF_CLUSTER) {
        throw ControlPlaneException.of(
            ErrorCode.TUNNELS_EXHAUSTED, "too many tunnels are being opened at once");
      }
      inAll++;
      opening++;
      ofMember.merge(member, 1, Integer::sum);
      openingOfCluster.merge(target.clusterId(), 1, Integer::sum);
    }

    /** Ends the opening of a tunnel, whether or not it succeeded. */
    synchronized void opened(TunnelTarget target) {
      opening--;
      decrement(openingOfCluster, target.clusterId());
    }

    /** Ends a tunnel, or the attempt to open one. */
    synchronized void release(TunnelTarget target) {
      inAll--;
      decrement(ofMember, target.owner().userId());
    }

    synchronized int inAll() {
      return inAll;
    }

    private static void decrement(Map<UUID, Integer> counts, UUID key) {
      counts.computeIfPresent(key, (id, count) -> count == 1 ? null : count - 1);
    }
  }
}
