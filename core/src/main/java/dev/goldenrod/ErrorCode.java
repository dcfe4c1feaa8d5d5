package dev.goldenrod;

/**
 * The kinds of refusal that a use case can answer with. Each adapter maps them to its own statuses.
 */
public enum ErrorCode {
  /** No valid token was presented. */
  UNAUTHORIZED,
  /** The caller lacks the role, or is not the owner. */
  FORBIDDEN,
  /** The token's scopes do not allow the request; the exception's message says which would. */
  SCOPE_MISSING,
  /** The resource does not exist in the caller's organization. */
  NOT_FOUND,
  /** The input is invalid; the specification shows the caller no reason. */
  INVALID_INPUT,
  /** The input is invalid; the caller is shown the exception's message as the reason. */
  INVALID_INPUT_BECAUSE,
  /** The request contradicts the present state; over HTTP the reason stands in the details. */
  CONFLICT,
  /** The request contradicts the present state; the caller is shown the exception's message. */
  CONFLICT_BECAUSE,
  /** The organization has no registered cluster to do the work. */
  NO_CLUSTER,
  /** A golden with live clones cannot be deleted; the exception lists them. */
  GOLDEN_HAS_CHILDREN,
  /** A snapshot that a golden needs cannot be deleted; the exception's message names the golden. */
  SNAPSHOT_REFERENCED,
  /** An import record or a clone pool still refers to the golden. */
  GOLDEN_REFERENCED,
  /** A source with running imports cannot be deleted; the exception lists their ids. */
  SOURCE_HAS_ACTIVE_IMPORTS,
  /** A version was not masked, and masking is required; the exception's message says by what. */
  VERSION_NOT_MASKED,
  INSTANCE_NAME_TAKEN,
  DATABASE_NAME_TAKEN,
  /** A database with branches cannot be deleted; the exception lists them. */
  DATABASE_HAS_BRANCHES,
  /** A protected resource cannot be deleted; the exception's message names it and the remedy. */
  PROTECTED,
  /** The request applies to branches only, and the database has no parent. */
  NOT_A_BRANCH,
  /** The schema cannot be read or compared; the caller is shown the exception's message. */
  SCHEMA_NOT_AVAILABLE,
  SCHEMA_TIMED_OUT,
  /** Another database would exceed the limit of its owner or of the organization. */
  DATABASE_QUOTA_EXCEEDED,
  /** Another snapshot would exceed the limit of its database's owner or of the organization. */
  SNAPSHOT_QUOTA_EXCEEDED,
  /** The data plane has too little storage left to begin anything new. */
  STORAGE_EXHAUSTED,
  /** Another instance would exceed a limit on instances. */
  QUOTA_EXCEEDED,
  CREDENTIALS_NOT_READY,
  /** The data plane cannot return the credentials; the exception's message says why. */
  CREDENTIALS_UNAVAILABLE,
  /** The data plane that holds the resource is not connected. */
  AGENT_OFFLINE,
  /** The data plane does not answer, or has not answered yet; the exception's message says why. */
  DATA_PLANE_UNREACHABLE,
  /** The change may have been made: the connection to the data plane was lost during it. */
  OUTCOME_UNKNOWN,
  /** The data plane did not return the credentials in time. */
  CREDENTIALS_TIMED_OUT,
  /**
   * The target of the tunnel is not running yet; the exception's message says which state it is in.
   */
  TUNNEL_NOT_READY,
  /** The data plane cannot open the connection; the exception's message says why. */
  TUNNEL_NOT_AVAILABLE,
  /** The member has reached the limit of open tunnels; the exception's message names the limit. */
  TUNNEL_QUOTA_EXCEEDED,
  /** The server has reached its limit of tunnels, or is stopping; the exception's message says. */
  TUNNELS_EXHAUSTED,
  /** The address is unknown, the password wrong or the member disabled. */
  INVALID_CREDENTIALS,
  /** Too many logins failed lately or are pending; the exception says when to try again. */
  TOO_MANY_ATTEMPTS,
  /** An account at an issuer may not sign in; the exception's message says why, and whom to ask. */
  SIGN_IN_REFUSED,
  /**
   * An issuer cannot be asked now, or too many sign in there; the exception's message says which.
   */
  SIGN_IN_UNAVAILABLE,
  INVITE_ACCEPTED,
  INVITE_EXPIRED,
  EMAIL_REGISTERED,
  CLUSTER_HAS_INSTANCES,
  CLUSTER_HAS_DATABASES,
  /** The idempotency key was used before with another request. */
  IDEMPOTENCY_KEY_REUSED,
  /** The first request with this idempotency key is still in progress. */
  REQUEST_IN_PROGRESS
}
