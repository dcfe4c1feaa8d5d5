package dev.goldenrod.oidc;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.TaskLease;
import dev.goldenrod.identity.Identity;
import dev.goldenrod.identity.VerifiedIdentity;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks one issuer whether accounts with sessions or tokens still exist. An account that the issuer
 * cannot be asked about delays no other. While the issuer does not answer, the tokens of its
 * accounts expire. Thread-safe.
 */
final class IssuerRenewals {
  private static final Logger LOG = LoggerFactory.getLogger(IssuerRenewals.class);

  /** After as many failures in a row, the issuer is taken to be away until the next pass. */
  private static final int MOST_FAILURES = 10;

  private final ControlPlane control;
  private final Issuer issuer;
  private final TaskLease lease;
  private final RenewalQueue queue = new RenewalQueue();
  private String loggedProblem = "";

  IssuerRenewals(ControlPlane control, Issuer issuer) {
    this.control = control;
    this.issuer = issuer;
    this.lease = control.taskLease("single sign-on at " + issuer.settings().url());
  }

  /** Renews what is due, and logs if the store is away. */
  void pass() {
    try {
      renewDue();
    } catch (RuntimeException failed) {
      LOG.warn("Cannot renew sign-ins at {}, will retry", name(), failed);
    }
  }

  /** Renews what is due, unless another server of the store does so. */
  synchronized void renewDue() {
    queue.beginPass();
    int failuresInRow = 0;
    for (List<Identity> next = nextDue(); !next.isEmpty(); next = nextDue()) {
      for (Identity identity : next) {
        if (failuresInRow == MOST_FAILURES || !lease.hold()) {
          return;
        }
        failuresInRow = renewed(identity) ? 0 : failuresInRow + 1;
      }
    }
    if (queue.failing() == 0 && !loggedProblem.isEmpty()) {
      loggedProblem = "";
      LOG.info("{} answers about its accounts again", name());
    }
  }

  private List<Identity> nextDue() {
    String url = issuer.settings().url().toString();
    return queue.next(limit -> control.identities().due(url, limit));
  }

  /** Returns whether the issuer gave a usable answer about the account. */
  private boolean renewed(Identity identity) {
    try {
      renew(identity);
      queue.succeeded(identity);
      return true;
    } catch (IssuerException failed) {
      logOnce(identity, failed.kind(), failed.reason(), null);
    } catch (RuntimeException failed) {
      logOnce(identity, failed.getClass().getName(), "see the exception", failed);
    }
    queue.failed(identity);
    return false;
  }

  /** Logs a problem when it begins or changes, not in each pass. */
  private void logOnce(
      Identity identity, String problem, String reason, @Nullable Throwable trace) {
    if (!loggedProblem.equals(problem)) {
      loggedProblem = problem;
      LOG.warn(
          "Cannot ask {} about accounts such as {}, will retry; their sessions pause meanwhile: {}",
          name(),
          identity.subject(),
          reason,
          trace);
    }
  }

  private void renew(Identity identity) throws IssuerException {
    Optional<String> refreshToken =
        Optional.ofNullable(identity.renewal())
            .flatMap(text -> issuer.decrypt(text, identity.subject()));
    if (refreshToken.isEmpty()) {
      control.identities().end(identity);
      return;
    }
    try {
      confirm(identity, issuer.renew(refreshToken.get(), identity.subject()));
    } catch (IssuerException failed) {
      if (!failed.isRefusal()) {
        throw failed;
      }
      LOG.info("{} ended the sign-in of {}", name(), identity.subject());
      control.identities().refuse(identity);
    }
  }

  private void confirm(Identity identity, Issuer.Confirmation said) {
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

  private String name() {
    return issuer.settings().name();
  }

  /** Lets another server of the store begin at once. */
  void release() {
    try {
      lease.release();
    } catch (RuntimeException away) {
      LOG.debug("Cannot release the lease, which expires by itself", away);
    }
  }
}
