package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.reconcile.DataPlanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fetches credentials from data planes, uncached and within a timeout. Thread-safe. */
final class CredentialFetcher implements AutoCloseable {
  /** How long a list waits: it is shown without the logins of slower data planes. */
  private static final Duration LIST_TIMEOUT = Duration.ofSeconds(5);

  private final DataPlanes dataPlanes;
  private final Duration timeout;
  private final ClusterCallLimiter limiter = new ClusterCallLimiter();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DaemonThreads("credentials"));

  CredentialFetcher(DataPlanes dataPlanes, Duration timeout) {
    this.dataPlanes = dataPlanes;
    this.timeout = timeout;
  }

  /**
   * Returns the credentials.
   *
   * @throws ControlPlaneException if the data plane is offline, unreachable, too slow or unable,
   *     has none yet, or returns those of another engine
   */
  Credentials fetch(String noun, UUID id, DatabaseType type, UUID clusterId) {
    return callWithTimeout(clusterId, plane -> plane.databases().credentials(id))
        .orElseThrow(() -> ControlPlaneException.offline(clusterId))
        .map(credentials -> requireEngine(type, noun + " " + id, credentials))
        .orElseThrow(
            () ->
                ControlPlaneException.of(
                    ErrorCode.CREDENTIALS_NOT_READY, noun + " " + id + " has no credentials yet"));
  }

  /** An agent chooses parts of the connection string, but must not choose the client's driver. */
  private static Credentials requireEngine(
      DatabaseType type, String name, Credentials credentials) {
    if (!isOfEngine(type, credentials)) {
      throw ControlPlaneException.of(
          ErrorCode.CREDENTIALS_UNAVAILABLE,
          "the data plane returned a connection string of another engine for %s, which is %s; it is not shown"
              .formatted(name, type.wireName()));
    }
    return credentials;
  }

  static boolean isOfEngine(DatabaseType type, Credentials credentials) {
    return credentials.scheme().equals(type.wireName());
  }

  /**
   * Returns why no client can log in to the running database; empty if clients can, or if its data
   * plane is not attached here.
   *
   * @throws ControlPlaneException if the data plane is too slow or unreachable
   */
  Optional<String> loginProblem(UUID id, UUID clusterId) {
    return callWithTimeout(clusterId, plane -> plane.databases().loginProblem(id))
        .flatMap(problem -> problem);
  }

  /**
   * Replaces the credentials.
   *
   * @throws ControlPlaneException if the data plane is offline, too slow or unable; {@link
   *     ErrorCode#OUTCOME_UNKNOWN} if the connection to it was lost during the reset
   */
  Credentials reset(String name, UUID id, DatabaseType type, UUID clusterId) {
    return callWithTimeout(clusterId, plane -> reset(plane, name, id))
        .map(credentials -> requireEngine(type, name, credentials))
        .orElseThrow(() -> ControlPlaneException.offline(clusterId));
  }

  private static Credentials reset(DataPlane plane, String name, UUID id) {
    if (plane.databases().observe(id).state() != DatabaseState.READY) {
      throw notReset(name, "its server is not running; try again when it is");
    }
    try {
      return plane.databases().resetCredentials(id);
    } catch (DataPlaneUnreachableException e) {
      throw ControlPlaneException.of(
          ErrorCode.OUTCOME_UNKNOWN,
          "the credentials of %s may have been reset: %s".formatted(name, e.getMessage()));
    } catch (DataPlaneException e) {
      throw notReset(name, String.valueOf(e.getMessage()));
    }
  }

  private static ControlPlaneException notReset(String name, String why) {
    return ControlPlaneException.conflictBecause(
        "the credentials of %s were not reset: %s".formatted(name, why));
  }

  private <T> Optional<T> callWithTimeout(UUID clusterId, Function<DataPlane, T> question) {
    try {
      return ask(clusterId, question, timeout);
    } catch (TimeoutException late) {
      throw ControlPlaneException.of(
          ErrorCode.CREDENTIALS_TIMED_OUT, "credential request timed out");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw ControlPlaneException.of(
          ErrorCode.CREDENTIALS_TIMED_OUT, "credential request was interrupted");
    } catch (ExecutionException failed) {
      throw refusal(failed.getCause());
    }
  }

  /**
   * Returns credentials by database id, without those of data planes that are offline or too slow.
   * All data planes are asked at the same time.
   */
  Map<UUID, Credentials> fetchAvailable(Map<UUID, List<UUID>> idsByCluster) {
    List<CompletableFuture<Map<UUID, Credentials>>> answers = new ArrayList<>();
    idsByCluster.forEach(
        (cluster, ids) ->
            answers.add(
                CompletableFuture.supplyAsync(() -> fetchAvailable(cluster, ids), threads)));
    Map<UUID, Credentials> available = new HashMap<>();
    answers.forEach(answer -> available.putAll(answer.join()));
    return available;
  }

  private Map<UUID, Credentials> fetchAvailable(UUID clusterId, List<UUID> ids) {
    Duration atMost = Collections.min(List.of(timeout, LIST_TIMEOUT));
    try {
      return ask(clusterId, plane -> plane.databases().credentials(ids), atMost).orElseGet(Map::of);
    } catch (TimeoutException late) {
      return Map.of();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Map.of();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof DataPlaneException) {
        return Map.of();
      }
      throw refusal(failed.getCause());
    }
  }

  /** Returns the data plane's answer; empty if it is not attached. */
  private <T> Optional<T> ask(UUID clusterId, Function<DataPlane, T> question, Duration atMost)
      throws TimeoutException, InterruptedException, ExecutionException {
    if (!limiter.tryAcquire(clusterId)) {
      throw new TimeoutException("too many calls wait for the cluster");
    }
    Future<Optional<T>> answer = threads.submit(() -> dataPlanes.call(clusterId, question));
    try {
      Optional<T> given = answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
      limiter.answered(clusterId);
      return given;
    } catch (TimeoutException late) {
      answer.cancel(true);
      if (atMost.equals(timeout)) {
        // A list's shorter limit says nothing about single requests.
        limiter.timedOut(clusterId);
      }
      throw late;
    } finally {
      limiter.release(clusterId);
    }
  }

  private static RuntimeException refusal(@Nullable Throwable cause) {
    if (cause instanceof ControlPlaneException refused) {
      return refused;
    }
    if (cause instanceof DataPlaneUnreachableException unreachable) {
      return ControlPlaneException.of(
          ErrorCode.DATA_PLANE_UNREACHABLE, String.valueOf(unreachable.getMessage()));
    }
    if (cause instanceof DataPlaneOfflineException) {
      return ControlPlaneException.of(ErrorCode.AGENT_OFFLINE, DataPlanes.OFFLINE);
    }
    if (cause instanceof DataPlaneException refused) {
      return ControlPlaneException.of(
          ErrorCode.CREDENTIALS_UNAVAILABLE, String.valueOf(refused.getMessage()));
    }
    return new IllegalStateException("the data plane failed", cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /**
   * Limits concurrent calls per cluster, so that an unresponsive data plane cannot occupy all
   * threads. Thread-safe.
   */
  static final class ClusterCallLimiter {
    /** The limit per cluster; lower than the number of request threads. */
    static final int MAX_CALLS = 150;

    static final int MAX_CALLS_WHEN_SLOW = 4;

    private final Map<UUID, AtomicInteger> calls = new ConcurrentHashMap<>();
    private final Set<UUID> slow = ConcurrentHashMap.newKeySet();

    /** Returns whether another call may wait for the cluster; if so, it must {@link #release}. */
    boolean tryAcquire(UUID clusterId) {
      int max = slow.contains(clusterId) ? MAX_CALLS_WHEN_SLOW : MAX_CALLS;
      AtomicInteger count = calls.computeIfAbsent(clusterId, id -> new AtomicInteger());
      boolean acquired = count.incrementAndGet() <= max;
      if (!acquired) {
        count.decrementAndGet();
      }
      return acquired;
    }

    void release(UUID clusterId) {
      calls.get(clusterId).decrementAndGet();
    }

    void answered(UUID clusterId) {
      slow.remove(clusterId);
    }

    void timedOut(UUID clusterId) {
      slow.add(clusterId);
    }
  }
}
