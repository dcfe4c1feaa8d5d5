package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A limit on failed logins per address. Failures are counted in the audit log, so all servers of a
 * store share the count, restarts do not reset it, and unknown addresses count as well.
 */
final class LoginAttempts {
  private static final String FAILED = "login.failed";
  private static final int MAX_FAILURES = 10;
  private static final Duration WINDOW = Duration.ofMinutes(15);
  private static final int LONGEST_ADDRESS = 254;
  private static final Pattern ADDRESS = Pattern.compile("[^@\\s]+@[a-z0-9.-]+");
  private static final int HASH_DIGITS = 4;

  private final ControlContext context;
  private final Org org;

  LoginAttempts(ControlContext context, Org org) {
    this.context = context;
    this.org = org;
  }

  /**
   * Checks that fewer than ten logins for the address failed within the last 15 minutes.
   *
   * @throws ControlPlaneException with {@link dev.goldenrod.ErrorCode#TOO_MANY_ATTEMPTS} and the
   *     time until the oldest failure expires
   */
  void requireAllowed(Transaction tx, String address) {
    Instant now = context.now();
    List<AuditEvent> failed =
        tx.audit().listSince(org.id(), FAILED, target(address), now.minus(WINDOW), MAX_FAILURES);
    if (failed.size() == MAX_FAILURES) {
      Instant oldest = failed.get(MAX_FAILURES - 1).createdAt();
      throw ControlPlaneException.tooManyAttempts(Duration.between(now, oldest.plus(WINDOW)));
    }
  }

  /**
   * Records a failed login in the audit log.
   *
   * @param actorId the member who gave a wrong password for its own account; null before a login
   */
  void recordFailure(Transaction tx, String address, @Nullable UUID actorId) {
    context.audit(tx, org.id(), FAILED, actorId, target(address), Map.of());
  }

  /**
   * The address, cut to the maximum length. A text that is no address may be a password in the
   * wrong field, so only a few bits of its hash are recorded.
   */
  private static String target(String address) {
    if (!ADDRESS.matcher(address).matches()) {
      return "no-address/" + Tokens.sha256(address).substring(0, HASH_DIGITS);
    }
    int characters = address.codePointCount(0, address.length());
    return characters <= LONGEST_ADDRESS
        ? address
        : address.substring(0, address.offsetByCodePoints(0, LONGEST_ADDRESS));
  }
}
