package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.Unavailable;
import dev.goldenrod.console.html.FieldLabels;
import io.javalin.http.HttpResponseException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
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

  /** Describes a failure. An unexpected one is logged with an incident id, which the text has. */
  public static Problem of(String where, Throwable thrown) {
    Throwable cause = thrown.getCause();
    if (thrown instanceof CompletionException && cause != null) {
      return of(where, cause);
    }
    if (thrown instanceof ControlPlaneException refusal) {
      return of(refusal);
    }
    if (thrown instanceof HttpResponseException refused) {
      return new Problem(refused.getStatus(), sentence(String.valueOf(refused.getMessage())));
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
          new Problem(403, "You may not do this: " + refusal.getMessage() + ".");
      case INVALID_CREDENTIALS ->
          new Problem(401, "The address or the password is wrong, or the link was used before.");
      case SIGN_IN_REFUSED -> new Problem(403, sentence(refusal));
      case SIGN_IN_UNAVAILABLE -> new Problem(503, sentence(refusal));
      case TOO_MANY_ATTEMPTS ->
          new Problem(429, "Too many attempts failed for this address. Try again later.");
      case QUOTA_EXCEEDED ->
          new Problem(429, "The quota of clones is reached. Delete one, or ask an admin for more.");
      case INVITE_EXPIRED ->
          new Problem(410, "This invitation has expired. Ask an admin for a new one.");
      case INVITE_ACCEPTED ->
          new Problem(410, "This invitation was used already. Sign in with your password.");
      case REQUEST_IN_PROGRESS ->
          new Problem(409, "This form was sent before, and is still being worked on. Look later.");
      case DATABASE_HAS_BRANCHES ->
          new Problem(
              409,
              "The database has branches. Decide on the page of its deletion what becomes of them.",
              refusal.children());
      case AGENT_OFFLINE ->
          new Problem(503, "Its cluster is not connected to this server now. Try again later.");
      case PROTECTED ->
          new Problem(409, "It is protected from deletion. Allow its deletion on its page first.");
      case INVALID_INPUT, INVALID_INPUT_BECAUSE -> new Problem(400, invalid(refusal));
      case GOLDEN_HAS_CHILDREN ->
          new Problem(
              409,
              "The golden has clones. Delete them first, or check the box that deletes them, too.",
              refusal.children());
      default -> new Problem(409, sentence(refusal), refusal.children());
    };
  }

  private static String invalid(ControlPlaneException refusal) {
    String field = refusal.invalidInput().field();
    return field.isEmpty()
        ? sentence(refusal)
        : "The field " + FieldLabels.of(field) + " " + refusal.invalidInput().problem() + ".";
  }

  private static String sentence(ControlPlaneException refusal) {
    return sentence(String.valueOf(refusal.getMessage()));
  }

  private static String sentence(String message) {
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
