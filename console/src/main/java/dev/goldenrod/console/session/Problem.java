package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Unavailable;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A failure as a member reads it.
 *
 * @param status of the response
 * @param text a sentence that names the cause
 * @param blockers resources that have to be deleted first
 */
public record Problem(int status, String text, List<ControlPlaneException.LiveClone> blockers) {
  private static final Logger LOG = LoggerFactory.getLogger(Problem.class);

  static final Problem NOT_FOUND =
      new Problem(404, "This page does not exist, or you may not see it.");
  static final Problem FOREIGN_FORM =
      new Problem(403, "This form is not from your present session. Open its page again.");

  private Problem(int status, String text) {
    this(status, text, List.of());
  }

  /** Describes a failure; one that nobody expects is logged, with an id that the text names. */
  static Problem of(String where, Throwable thrown) {
    if (thrown instanceof ControlPlaneException refusal) {
      return of(refusal);
    }
    if (thrown instanceof Unavailable away) {
      return new Problem(
          503,
          away.isOutcomeUnknown()
              ? "The store did not answer, so the change may have been made. Look before you"
                  + " repeat it."
              : "The store is unavailable. Try again in a moment.");
    }
    String incident = UUID.randomUUID().toString();
    LOG.error("Incident {}: {}", incident, where, thrown);
    return new Problem(500, "Something failed; the server's log names incident " + incident + ".");
  }

  private static Problem of(ControlPlaneException refusal) {
    return switch (refusal.code()) {
      case NOT_FOUND -> NOT_FOUND;
      case FORBIDDEN, SCOPE_MISSING ->
          new Problem(403, "Your role does not allow this: " + refusal.getMessage() + ".");
      case INVALID_CREDENTIALS ->
          new Problem(401, "The address or the password is wrong, or the link was used before.");
      case SIGN_IN_REFUSED -> new Problem(403, sentence(refusal));
      case TOO_MANY_ATTEMPTS ->
          new Problem(429, "Too many attempts failed for this address. Try again later.");
      case QUOTA_EXCEEDED ->
          new Problem(429, "The quota of clones is reached. Delete one, or ask an admin for more.");
      case INVALID_INPUT, INVALID_INPUT_BECAUSE -> new Problem(400, invalid(refusal));
      default -> new Problem(409, sentence(refusal), refusal.children());
    };
  }

  private static String invalid(ControlPlaneException refusal) {
    String field = refusal.invalidInput().field();
    return field.isEmpty()
        ? sentence(refusal)
        : "The field " + field.replace('_', ' ') + " " + refusal.invalidInput().problem() + ".";
  }

  private static String sentence(ControlPlaneException refusal) {
    String message = String.valueOf(refusal.getMessage());
    return message.isEmpty()
        ? "The change is not possible now."
        : Character.toUpperCase(message.charAt(0)) + message.substring(1) + ".";
  }

  /** Returns whether the member has to sign in again. */
  static boolean isSignedOut(Throwable thrown) {
    return thrown instanceof ControlPlaneException refusal
        && refusal.code() == ErrorCode.UNAUTHORIZED;
  }
}
