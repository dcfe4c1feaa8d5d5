package dev.goldenrod.dataplane.remote.agent;

import dev.goldenrod.dataplane.remote.message.Changed;
import dev.goldenrod.dataplane.remote.message.Hello;
import dev.goldenrod.dataplane.remote.message.Hello.Welcome;
import dev.goldenrod.dataplane.remote.message.Json;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.dataplane.remote.message.Protocol;
import dev.goldenrod.dataplane.remote.message.Status;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcConnection;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's connection to one server, which is reconnected whenever it ends. */
final class AgentLink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLink.class);
  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(5);
  private static final Duration WELCOME_TIMEOUT = Duration.ofSeconds(60);

  private final DataPlane plane;
  private final AgentSetup options;
  private final URI server;
  private final Executor workers;
  private final ReconnectBackoff backoff = new ReconnectBackoff();

  private final PendingChanges changes = new PendingChanges();
  private final Lock lock = new ReentrantLock();
  private final Condition wakeUp = lock.newCondition();
  private volatile boolean closed;
  private String lastReason = "";

  AgentLink(DataPlane plane, AgentSetup options, URI server, Executor workers) {
    this.plane = plane;
    this.options = options;
    this.server = server;
    this.workers = workers;
  }

  /** Queues a change notification of the data plane, without blocking. */
  void changed(UUID id) {
    changes.add(id);
    wake();
  }

  /**
   * Keeps the agent connected until the link is closed.
   *
   * @throws AgentRefusal if the server rejects the agent permanently
   */
  void run() {
    while (!closed) {
      try {
        connect();
      } catch (AgentRefusal refusal) {
        throw refusal;
      } catch (RuntimeException lost) {
        printOnce(
            PeerText.sanitize(Optional.ofNullable(lost.getMessage()).orElseGet(lost::toString)));
        LOG.debug("Not connected to {}", server, lost);
      }
      if (!closed) {
        pause(backoff.next());
      }
    }
  }

  private void connect() {
    try (AgentSocket socket =
        AgentSocket.dial(server, options.token().get(), options.tls().get())) {
      AgentHandler handler = new AgentHandler(plane, socket, workers);
      try {
        socket.deliverTo(handler.connection());
        serve(handler.connection(), socket);
      } finally {
        handler.ended();
      }
    }
  }

  private void serve(RpcConnection connection, AgentSocket socket) {
    Welcome welcome = sayHello(connection);
    lastReason = "";
    backoff.reset();
    options
        .lines()
        .accept(
            "goldenrod agent connected to %s as %s"
                .formatted(server, PeerText.sanitize(welcome.cluster())));
    report(connection, socket);
  }

  private Welcome sayHello(RpcConnection connection) {
    Hello hello =
        new Hello(
            Protocol.CURRENT,
            options.release(),
            options.kind(),
            plane.identity(),
            plane.location(),
            plane.displayName(),
            plane.masking().isPresent());
    try {
      Welcome welcome =
          Json.read(
              connection.request(Hello.METHOD, Json.write(hello), WELCOME_TIMEOUT), Welcome.class);
      if (welcome == null) {
        throw new DataPlaneUnreachableException("the server did not accept the agent's hello");
      }
      return welcome;
    } catch (RpcException e) {
      if (e.code() == RpcCode.AGENT_REFUSED) {
        throw new AgentRefusal(
            "%s refuses this agent: %s"
                .formatted(server, PeerText.sanitize(String.valueOf(e.getMessage()))));
      }
      throw new DataPlaneUnreachableException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Reports the data plane's status and changes until the connection ends. */
  private void report(RpcConnection connection, AgentSocket socket) {
    long nextStatus = System.nanoTime();
    Status lastSent = null;
    while (!closed) {
      String end = connection.end();
      if (end != null) {
        throw new DataPlaneUnreachableException(end);
      }
      Status now = Status.of(plane);
      boolean isDue = System.nanoTime() - nextStatus >= 0;
      if (isDue) {
        nextStatus += STATUS_INTERVAL.toNanos();
        socket.requireAlive();
      }
      if (isDue || now.differsFrom(lastSent)) {
        connection.sendNotification(Status.METHOD, Json.write(now));
        lastSent = now;
      }
      changes.deliver(
          id -> connection.sendNotification(Changed.METHOD, Json.write(new Changed(id))));
      awaitWakeUp();
    }
  }

  /** Waits a second at most, so that a lost connection or a new status is noticed by then. */
  private void awaitWakeUp() {
    lock.lock();
    try {
      if (changes.isEmpty() && !closed) {
        wakeUp.await(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  private void pause(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    while (!closed && until - System.nanoTime() > 0) {
      lock.lock();
      try {
        wakeUp.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        closed = true;
      } finally {
        lock.unlock();
      }
    }
  }

  private void wake() {
    lock.lock();
    try {
      wakeUp.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Prints each reason once, however often it repeats. */
  private void printOnce(String reason) {
    if (!closed && !reason.equals(lastReason)) {
      lastReason = reason;
      options
          .lines()
          .accept("goldenrod agent is not connected to %s: %s".formatted(server, reason));
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
  }

  /**
   * The delays between connection attempts. The upper bound doubles each time; the delay is a
   * random part of the bound, so that many agents do not reconnect at once to a restarted server.
   */
  private static final class ReconnectBackoff {
    private static final long FIRST_MS = 500;
    private static final long LONGEST_MS = 15_000;

    private long longest = FIRST_MS;

    Duration next() {
      long most = longest;
      longest = Math.min(2 * most, LONGEST_MS);
      return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 10, most + 1));
    }

    void reset() {
      longest = FIRST_MS;
    }
  }
}
