package dev.goldenrod.junit;

import dev.goldenrod.client.Instances.Instance;
import dev.goldenrod.client.Instances.LaunchInstanceRequest;
import dev.goldenrod.client.Pools.CreatePoolRequest;
import dev.goldenrod.instance.Credentials;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Launches clones on a server, and makes the goldens that they are of. Thread-safe. */
final class CloneServer {
  private static final String TTL = "24h";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  static final int WARM = 4;

  private final Api api;
  private final Coordination coordination;
  private final GoldenMaker maker;
  private final DeferredWork background = new DeferredWork();
  private final Map<Golden, String> made = new ConcurrentHashMap<>();
  private final Map<Clones, NextClones> next = new ConcurrentHashMap<>();
  private final Set<Clones> pooled = ConcurrentHashMap.newKeySet();

  /** Those of a golden, by its name on the server, that are of one size. */
  record Clones(String golden, CloneSize size) {}

  CloneServer(Api api, Coordination coordination, PostgresReleases releases) {
    this.api = api;
    this.coordination = coordination;
    this.maker =
        new GoldenMaker(
            api,
            coordination,
            releases,
            name -> launch(new Clones(name, CloneSize.SMALL), () -> {}).close());
    Runtime.getRuntime().addShutdownHook(new Thread(this::processEnds, "goldenrod"));
  }

  /** Whether the server has not ended. */
  boolean isThere() {
    return api.isThere();
  }

  /**
   * A clone that takes connections.
   *
   * @param warm how many the server is to keep ready, unless another build told it already; with 0
   *     none is leased ahead either
   * @throws GoldenrodException when there is none; the message says why
   */
  CloneLease launch(Golden golden, int warm, CloneSize size) {
    Clones clones = new Clones(made.computeIfAbsent(golden, maker::ensure), size);
    if (warm == 0) {
      return launch(clones, () -> {});
    }
    ensurePool(clones, warm);
    return next.computeIfAbsent(clones, this::next).take();
  }

  /**
   * Removes the clones that were leased ahead, and returns when all that are closed are removed.
   *
   * @throws GoldenrodException when one could not be removed; the message says why
   */
  void release() {
    next.values().forEach(NextClones::release);
    background.awaitRemovals();
  }

  private void processEnds() {
    background.processEnds();
    try {
      release();
    } catch (GoldenrodException unreachable) {
      // The tests are over; the server removes them by itself.
    }
  }

  private NextClones next(Clones clones) {
    return new NextClones(closed -> launch(clones, closed), background);
  }

  private synchronized void ensurePool(Clones clones, int warm) {
    if (!pooled.contains(clones)) {
      if (!hasPool(clones)) {
        api.ask(
            client ->
                client
                    .pools()
                    .create(
                        CreatePoolRequest.of(clones.golden(), warm)
                            .withSize(clones.size().wireName())));
      }
      pooled.add(clones);
    }
  }

  CloneLease launch(Clones clones, Runnable closed) {
    LaunchInstanceRequest request =
        LaunchInstanceRequest.of(clones.golden(), TTL).withSize(clones.size().wireName());
    Instance clone = api.ask(client -> client.instances().launch(request));
    String id = clone.id();
    try {
      coordination.launched(id);
      return new CloneLease(credentials(ready(clone)), () -> end(id, closed));
    } catch (RuntimeException e) {
      background.remove(() -> remove(id));
      throw e;
    }
  }

  private void end(String clone, Runnable closed) {
    closed.run();
    background.remove(() -> remove(clone));
  }

  /** A server that has ended has taken its clones along, or the next one removes them. */
  private void remove(String clone) {
    if (api.isThere()) {
      api.deleteIfThere(client -> client.instances().destroy(clone));
    }
  }

  private boolean hasPool(Clones clones) {
    return api.ask(client -> client.pools().list()).stream()
        .anyMatch(
            pool ->
                pool.golden().equals(clones.golden())
                    && pool.size().equals(clones.size().wireName()));
  }

  /** One from a pool is ready at once. */
  private Instance ready(Instance launched) {
    return launched.isReady()
        ? launched
        : api.ask(client -> client.instances().awaitReady(launched.id(), PATIENCE));
  }

  private Credentials credentials(Instance clone) {
    return Logins.ofClone(api.ask(client -> client.instances().credentials(clone.id())));
  }
}
