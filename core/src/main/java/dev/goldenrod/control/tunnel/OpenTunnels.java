package dev.goldenrod.control.tunnel;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Role;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tunnels of this server, which ends disallowed ones every two seconds. Thread-safe. */
public final class OpenTunnels implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenTunnels.class);
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(2);
  private static final Duration UNUSED_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STORE_TIMEOUT = Duration.ofMinutes(1);

  private final ControlContext context;
  private final TunnelLimiter limiter;
  private final Set<OpenTunnel> open = ConcurrentHashMap.newKeySet();
  private @Nullable ScheduledExecutorService checkTimer;
  private volatile boolean stopped;
  private volatile long lastAnswer;

  public OpenTunnels(ControlContext context, TunnelLimits limits) {
    this.context = context;
    this.limiter = new TunnelLimiter(limits);
  }

  public Tunnel open(Caller caller, TunnelTarget target) {
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
    try {
      return context
          .loop()
          .dataPlanes()
          .call(target.clusterId(), plane -> plane.databases().openConnection(target.id()))
          .orElseThrow(() -> ControlPlaneException.offline(target.clusterId()));
    } catch (DataPlaneUnreachableException e) {
      throw refusal(ErrorCode.DATA_PLANE_UNREACHABLE, e);
    } catch (DataPlaneOfflineException e) {
      throw ControlPlaneException.offline(target.clusterId());
    } catch (DataPlaneException e) {
      throw refusal(ErrorCode.TUNNEL_NOT_AVAILABLE, e);
    }
  }

  private static ControlPlaneException refusal(ErrorCode code, DataPlaneException cause) {
    return ControlPlaneException.of(code, String.valueOf(cause.getMessage()));
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

  public int count() {
    return limiter.inAll();
  }

  /** Ends disallowed tunnels. While the store is unavailable, they stay open for one minute. */
  void endForbidden() {
    if (open.isEmpty()) {
      return;
    }
    try {
      Map<OpenTunnel, TunnelEnd> ends = context.store().inTransaction(this::forbidden);
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
    return context.loop().dataPlanes().isAttached(target.clusterId()) && target.isStillValid(tx);
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

  /** Ends all tunnels, and refuses new ones. */
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
}
