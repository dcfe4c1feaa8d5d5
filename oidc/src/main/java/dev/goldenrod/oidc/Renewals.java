package dev.goldenrod.oidc;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.ControlPlane;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Asks issuers whether accounts with sessions or tokens still exist: each issuer by a thread of its
 * own, so that one that does not answer delays no other. One server of a store asks an issuer at a
 * time.
 */
final class Renewals implements AutoCloseable {
  private static final long PAUSE_SECONDS = 15;

  private final List<IssuerRenewals> issuers;
  private final ScheduledExecutorService threads;

  Renewals(ControlPlane control, List<Issuer> issuers) {
    this.issuers = issuers.stream().map(issuer -> new IssuerRenewals(control, issuer)).toList();
    this.threads =
        Executors.newScheduledThreadPool(
            Math.max(1, issuers.size()), new DaemonThreads("single sign-on"));
  }

  void start() {
    issuers.forEach(
        issuer ->
            threads.scheduleWithFixedDelay(
                issuer::pass, PAUSE_SECONDS, PAUSE_SECONDS, TimeUnit.SECONDS));
  }

  /** Asks all issuers at once, and returns when each pass is over. */
  void renewDue() {
    CompletableFuture.allOf(
            issuers.stream()
                .map(issuer -> CompletableFuture.runAsync(issuer::renewDue, threads))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      threads.awaitTermination(PAUSE_SECONDS, TimeUnit.SECONDS);
      issuers.forEach(IssuerRenewals::release);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
