package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.RecentEntries;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.version.ArchivedVersions;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unpacks complete archives into versions. A server claims an archive in its Secret, and the other
 * servers leave it alone. If two claim it at once, one of them fails harmlessly. Thread-safe.
 */
final class ArchiveUnpacker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveUnpacker.class);
  private static final int TRIES = 5;
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);
  private static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(15);
  private static final Duration CLAIM_TIME = Duration.ofSeconds(60);
  private static final Duration LONGEST_END = Duration.ofSeconds(5);
  private static final int LONGEST_REASON = 2000;
  private static final int MOST_FAILURES = 100;

  private final ReceivedArchives received;
  private final ArchivedVersions versions;
  private final Duration reportDelay;
  private final String holder = UUID.randomUUID().toString();
  private final Set<UUID> atWork = ConcurrentHashMap.newKeySet();
  private final Map<UUID, String> problems = new ConcurrentHashMap<>();

  /** Failures of archives without a Secret that could record them. */
  private final Map<UUID, String> failures =
      Collections.synchronizedMap(new RecentEntries<>(MOST_FAILURES));

  private final ExecutorService executor =
      Executors.newFixedThreadPool(ArchiveRules.MOST_UNPACKED, new DaemonThreads("archive"));
  private final ScheduledExecutorService claimTimer =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("archive-signs"));
  private volatile boolean isClosed;

  /**
   * @param reportDelay how long an unpacking waits for something before it reports the reason
   */
  ArchiveUnpacker(ReceivedArchives received, ArchivedVersions versions, Duration reportDelay) {
    this.received = received;
    this.versions = versions;
    this.reportDelay = reportDelay;
    long seconds = RENEWAL_INTERVAL.toSeconds();
    claimTimer.scheduleWithFixedDelay(this::renewClaims, seconds, seconds, TimeUnit.SECONDS);
  }

  /** Starts to unpack the archive, unless this or another server is unpacking it. */
  void begin(UUID archive) {
    if (!atWork.add(archive)) {
      return;
    }
    boolean isBegun = false;
    try {
      isBegun = claim(archive) && execute(archive);
    } finally {
      if (!isBegun) {
        atWork.remove(archive);
      }
    }
  }

  private boolean claim(UUID archive) {
    Optional<ReceivedArchive> there = received.find(archive);
    if (there.isEmpty()) {
      failures.put(archive, String.valueOf(ArchiveRules.missing(archive).getMessage()));
    }
    // A refused archive has no bytes any more, but keeps its reason.
    if (there.filter(one -> one.failure().isEmpty() || one.isOnVolume()).isEmpty()) {
      return false;
    }
    return received.claim(archive, holder, Instant.now(), CLAIM_TIME);
  }

  private boolean execute(UUID archive) {
    try {
      executor.execute(() -> unpack(archive));
      return true;
    } catch (RejectedExecutionException closed) {
      throw new DataPlaneException("the data plane is closed", closed);
    }
  }

  Optional<String> failure(UUID archive) {
    return Optional.ofNullable(failures.get(archive));
  }

  void forget(UUID archive) {
    failures.remove(archive);
  }

  private void unpack(UUID archive) {
    try {
      received.find(archive).ifPresent(this::unpack);
    } catch (CancellationException stopped) {
      recordState(() -> received.patch(archive, ReceivedArchive.releasePatch()));
    } catch (RuntimeException | Error e) {
      // No other code records the failure.
      LOG.warn("Cannot unpack archive {}: {}", archive, e.toString());
      recordState(() -> received.patch(archive, ReceivedArchive.failurePatch(reason(e))));
    } finally {
      problems.remove(archive);
      atWork.remove(archive);
    }
  }

  private void unpack(ReceivedArchive archive) {
    try {
      if (!archive.isOnVolume()) {
        throw new ArchiveRefusedException(
            "the archive is incomplete: it ends before the description of its content; export the snapshot again");
      }
      unpackWithRetries(archive);
      received.delete(archive.id());
    } catch (ArchiveRefusedException e) {
      LOG.warn("Refused archive {}, deleting its bytes: {}", archive.id(), e.getMessage());
      recordState(() -> received.reject(archive, reason(e)));
    }
  }

  private void unpackWithRetries(ReceivedArchive archive) {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    int left = TRIES;
    while (true) {
      try {
        unpackOnce(archive);
        return;
      } catch (ApiUnavailableException e) {
        LOG.info(
            "Cluster unreachable while unpacking archive {}, will retry: {}",
            archive.id(),
            e.getMessage());
      } catch (DataPlaneUnreachableException | WorkFailure e) {
        left--;
        if (left == 0 || e instanceof WorkFailure failure && failure.isFinal()) {
          throw e;
        }
        note(archive, String.valueOf(e.getMessage()));
        LOG.info("Unpacking archive {} failed, will retry: {}", archive.id(), e.getMessage());
      }
      pause.pause();
    }
  }

  private void unpackOnce(ReceivedArchive archive) {
    ClusterWait waiting =
        new ClusterWait(() -> isClosed, problem -> note(archive, problem), reportDelay);
    waiting.requireNotCancelled();
    ReceivedArchive there =
        received
            .find(archive.id())
            .orElseThrow(() -> new CancellationException("the archive is gone"));
    ReceivedFile file = received.file(there, new RetryUntilReachable(there)::make);
    received.patch(archive.id(), ReceivedArchive.receivedBytesPatch(file.size()));
    versions.make(source(there, file), waiting);
  }

  /** Repeats calls until the cluster is reachable. */
  private final class RetryUntilReachable {
    private final ReceivedArchive archive;

    RetryUntilReachable(ReceivedArchive archive) {
      this.archive = archive;
    }

    <T> T make(Supplier<T> call) {
      Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
      while (!isClosed) {
        try {
          T result = call.get();
          note(archive, "");
          return result;
        } catch (ApiUnavailableException e) {
          note(archive, String.valueOf(e.getMessage()));
        }
        pause.pause();
      }
      throw new CancellationException("the data plane is closed");
    }
  }

  private void note(ReceivedArchive archive, String problem) {
    String told = onOneLine(problem);
    if (!told.equals(problems.getOrDefault(archive.id(), ""))) {
      problems.put(archive.id(), told);
      recordState(() -> received.patch(archive.id(), ReceivedArchive.problemPatch(told)));
    }
  }

  private ArchivedVersions.Source source(ReceivedArchive archive, ReceivedFile file) {
    return new ArchivedVersions.Source(
        archive.id(),
        archive.secret(),
        archive.release(),
        archive.fileBytes(),
        () -> file.open(() -> isClosed));
  }

  private static String reason(Throwable e) {
    return onOneLine(String.valueOf(e.getMessage()));
  }

  private static String onOneLine(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.substring(0, Math.min(line.length(), LONGEST_REASON));
  }

  /**
   * Changes the Secret. A failure is only logged: other servers take over when the claim expires.
   */
  private static void recordState(Runnable note) {
    try {
      note.run();
    } catch (RuntimeException e) {
      LOG.warn("Cannot record the unpacking state of an archive: {}", e.getMessage());
    }
  }

  private void renewClaims() {
    for (UUID archive : atWork) {
      try {
        received.renewClaim(archive, holder, Instant.now(), CLAIM_TIME);
      } catch (RuntimeException e) {
        LOG.debug("Cannot renew the claim on archive {}: {}", archive, e.getMessage());
      }
    }
  }

  /** Stops unpacking, and waits a few seconds for the claims to be dropped. */
  @Override
  public void close() {
    isClosed = true;
    claimTimer.shutdownNow();
    executor.shutdown();
    try {
      executor.awaitTermination(LONGEST_END.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
