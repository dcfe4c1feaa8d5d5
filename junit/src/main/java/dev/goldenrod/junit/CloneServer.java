package dev.goldenrod.junit;

import dev.goldenrod.client.Instances.Instance;
import dev.goldenrod.client.Instances.LaunchInstanceRequest;
import dev.goldenrod.client.Pools.CreatePoolRequest;
import dev.goldenrod.instance.Credentials;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Launches clones on a server and creates their goldens. Thread-safe. */
final class CloneServer {
  private static final String TTL = "24h";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  static final int WARM = 4;

  private final Api api;
  private final Coordination coordination;
  private final GoldenMaker maker;
  private final DeferredWork background = new DeferredWork();
  private final Map<Golden, String> made = new ConcurrentHashMap<>();
  private final Map<Clones, ClonePrefetcher> next = new ConcurrentHashMap<>();
  private final Set<Clones> pooled = ConcurrentHashMap.newKeySet();

  /**
   * Key for the clones of one golden in one size.
   *
   * @param golden the golden's name on the server
   */
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

  boolean isReachable() {
    return api.isReachable();
  }

  /**
   * Launches a clone and waits until it accepts connections.
   *
   * @param warm size of the pool, unless another build has created it already; 0 for no pool and no
   *     clones leased in advance
   * @throws GoldenrodException if the launch fails; the message has the reason
   */
  CloneLease launch(Golden golden, int warm, CloneSize size) {
    Clones clones = new Clones(made.computeIfAbsent(golden, maker::ensure), size);
    if (warm == 0) {
      return launch(clones, () -> {});
    }
    ensurePool(clones, warm);
    return next.computeIfAbsent(clones, this::next).take();
  }

  /** Removes the clones leased in advance, and throws if one of all removals failed. */
  void release() {
    next.values().forEach(ClonePrefetcher::release);
    background.awaitRemovals();
  }

  private void processEnds() {
    background.processEnds();
    try {
      release();
    } catch (GoldenrodException unreachable) {
      // The tests are over, and the server will remove the clones by itself.
    }
  }

  private ClonePrefetcher next(Clones clones) {
    return new ClonePrefetcher(closed -> launch(clones, closed), background);
  }

  private synchronized void ensurePool(Clones clones, int warm) {
    if (!pooled.contains(clones)) {
      if (!hasPool(clones)) {
        api.send(
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
    Instance clone = api.send(client -> client.instances().launch(request));
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

  /** If the server has ended, its clones are gone or will be removed by its next start. */
  private void remove(String clone) {
    if (api.isReachable()) {
      api.deleteIfExists(client -> client.instances().destroy(clone));
    }
  }

  private boolean hasPool(Clones clones) {
    return api.send(client -> client.pools().list()).stream()
        .anyMatch(
            pool ->
                pool.golden().equals(clones.golden())
                    && pool.size().equals(clones.size().wireName()));
  }

  private Instance ready(Instance launched) {
    return launched.isReady()
        ? launched
        : api.send(client -> client.instances().awaitReady(launched.id(), PATIENCE));
  }

  private Credentials credentials(Instance clone) {
    return Logins.ofClone(api.send(client -> client.instances().credentials(clone.id())));
  }
}
