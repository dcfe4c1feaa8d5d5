package dev.goldenrod.oidc;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.TaskLease;
import dev.goldenrod.identity.Identity;
import dev.goldenrod.identity.VerifiedIdentity;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks issuers whether accounts with sessions or tokens still exist. One server of a store does so
 * at a time. While an issuer does not answer, the tokens of its accounts expire.
 */
final class Renewals implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Renewals.class);
  private static final int BATCH = 100;
  private static final long PAUSE_SECONDS = 15;

  private final ControlPlane control;
  private final List<Issuer> issuers;
  private final TaskLease lease;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("single sign-on"));

  Renewals(ControlPlane control, List<Issuer> issuers) {
    this.control = control;
    this.issuers = issuers;
    this.lease = control.taskLease("single sign-on");
  }

  void start() {
    thread.scheduleWithFixedDelay(this::pass, PAUSE_SECONDS, PAUSE_SECONDS, TimeUnit.SECONDS);
  }

  private void pass() {
    try {
      if (lease.hold()) {
        renewDue();
      }
    } catch (RuntimeException failed) {
      LOG.warn("Cannot renew sign-ins, will retry", failed);
    }
  }

  void renewDue() {
    for (Issuer issuer : issuers) {
      try {
        renewDue(issuer);
      } catch (IssuerException away) {
        LOG.warn(
            "Cannot ask {} about its accounts, will retry; their sessions pause meanwhile: {}: {}",
            issuer.settings().name(),
            away.getMessage(),
            away.getCause());
      }
    }
  }

  private void renewDue(Issuer issuer) throws IssuerException {
    List<Identity> due;
    do {
      due = control.identities().due(issuer.settings().url().toString(), BATCH);
      for (Identity identity : due) {
        renew(issuer, identity);
      }
    } while (due.size() == BATCH);
  }

  private void renew(Issuer issuer, Identity identity) throws IssuerException {
    Optional<String> refreshToken =
        Optional.ofNullable(identity.renewal())
            .flatMap(text -> issuer.decrypt(text, identity.subject()));
    if (refreshToken.isEmpty()) {
      control.identities().end(identity);
      return;
    }
    try {
      confirm(issuer, identity, issuer.renew(refreshToken.get(), identity.subject()));
    } catch (IssuerException failed) {
      if (!failed.isRefusal()) {
        throw failed;
      }
      LOG.info("{} ended the sign-in of {}", issuer.settings().name(), identity.subject());
      control.identities().refuse(identity);
    }
  }

  private void confirm(Issuer issuer, Identity identity, Issuer.Confirmation said) {
    Claims claims = said.claims();
    VerifiedIdentity verified =
        claims == null ? null : claims.identity(issuer.settings().groupsClaim());
    String next = said.refreshToken();
    control
        .identities()
        .confirm(
            identity,
            verified,
            issuer.settings().rules(),
            next == null ? null : issuer.encrypt(next, identity.subject()));
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      thread.awaitTermination(PAUSE_SECONDS, TimeUnit.SECONDS);
      lease.release();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException away) {
      LOG.debug("Cannot release the lease, which expires by itself", away);
    }
  }
}
