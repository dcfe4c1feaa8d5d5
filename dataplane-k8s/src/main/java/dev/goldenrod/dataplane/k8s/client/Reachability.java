package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.DaemonThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the API server answers: polled, so that no other call has to find out by waiting for it.
 * An outage is told of once when it begins and once when it is over. Thread-safe.
 */
final class Reachability implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reachability.class);

  private final Question question;
  private final Reactions reactions;
  private final Times times;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(new DaemonThreads("reachability"));
  private volatile @Nullable Outage outage;
  private volatile long lastAnswer = System.nanoTime();
  private volatile @Nullable Long silentSince;
  private long revision;
  private boolean isDoubted;

  /** What every API server can answer soon. */
  interface Question {
    /**
     * Asks for the number of the cluster's latest change; empty when the answer does not tell it.
     *
     * @throws IOException when there is no answer
     */
    OptionalLong revision() throws IOException;
  }

  /** What follows for those who talk to the server. They return soon. */
  interface Reactions {
    /** Ends the wait of all callers. */
    void lost();

    /** What is known of the cluster may be of a state that it never had. */
    void restored();
  }

  /**
   * How often the server is asked.
   *
   * @param betweenQuestions while it answers
   * @param inDoubt between two questions while it does not
   * @param shortestOutage what is shorter is none
   */
  record Times(Duration betweenQuestions, Duration inDoubt, Duration shortestOutage) {
    /** A single call waits about as long as the shortest outage for a server that stumbles. */
    static final Times DEFAULT =
        new Times(Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofSeconds(2));
  }

  private record Outage(String reason, long since) {}

  /** A server that is not asked yet. */
  Reachability(Question question, Reactions reactions, Times times) {
    this.question = question;
    this.reactions = reactions;
    this.times = times;
  }

  void start() {
    thread.execute(this::run);
  }

  /** Why the server cannot be reached for now; empty when it answers, as far as is known. */
  Optional<String> outage() {
    return Optional.ofNullable(outage).map(Outage::reason);
  }

  /** Somebody had an answer. */
  void answered() {
    lastAnswer = System.nanoTime();
  }

  /** Somebody had no answer: the server is asked at once. */
  synchronized void suspect() {
    if (silentSince == null) {
      isDoubted = true;
      notifyAll();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        askSafely();
        pause();
      }
    } catch (InterruptedException closed) {
      LOG.debug("closed", closed);
    }
  }

  private void askSafely() {
    try {
      ask();
    } catch (RuntimeException e) {
      // An outage would never end.
      LOG.warn("whether the Kubernetes API server answers is asked again", e);
    }
  }

  private void ask() {
    long begun = System.nanoTime();
    try {
      OptionalLong now = question.revision();
      answered();
      over();
      now.ifPresent(this::compare);
    } catch (IOException e) {
      silence(begun, e);
    }
  }

  /** Others may have had answers while this question was open: then the server is only slow. */
  private void silence(long begun, IOException problem) {
    Long known = silentSince;
    long since = known == null || lastAnswer - known > 0 ? Math.max(begun, lastAnswer) : known;
    silentSince = since;
    if (outage == null && System.nanoTime() - since >= times.shortestOutage().toNanos()) {
      String reason = ApiErrors.reason(problem);
      outage = new Outage(reason, since);
      LOG.warn(
          "{}; databases run on, and what is to be done for them waits until it answers", reason);
      reactions.lost();
    }
  }

  private void over() {
    Outage ended = outage;
    outage = null;
    silentSince = null;
    if (ended != null) {
      Duration time = Duration.ofNanos(System.nanoTime() - ended.since());
      LOG.info("the Kubernetes API server answers again, after {} s", time.toSeconds());
    }
  }

  private void compare(long now) {
    if (now < revision) {
      LOG.warn(
          "the cluster was restored to an older state: its latest change is number {}, and was {}; all of Goldenrod's objects are listed again",
          now,
          revision);
      reactions.restored();
    }
    revision = now;
  }

  private synchronized void pause() throws InterruptedException {
    if (!isDoubted) {
      wait((silentSince == null ? times.betweenQuestions() : times.inDoubt()).toMillis());
    }
    isDoubted = false;
  }
}
