package dev.goldenrod;

/** The kinds of refusal a use case can answer with. Adapters map each to a status of their own. */
public enum ErrorCode {
  /** No valid token was presented. */
  UNAUTHORIZED,
  /** The caller lacks the role, or is not the owner. */
  FORBIDDEN,
  /** The token's scopes do not allow it; the exception's message says which would. */
  SCOPE_MISSING,
  /** No such resource in the caller's organisation. */
  NOT_FOUND,
  /** The input is invalid; the specification gives the caller no reason. */
  INVALID_INPUT,
  /** The input is invalid, and the exception's message is the reason the caller reads. */
  INVALID_INPUT_BECAUSE,
  /** The request contradicts the present state. */
  CONFLICT,
  /** The same, and the exception's message is the reason the caller reads. */
  CONFLICT_BECAUSE,
  /** The organisation has no registered cluster to do the work. */
  NO_CLUSTER,
  /** A golden with live clones was to be deleted; the exception carries them. */
  GOLDEN_HAS_CHILDREN,
  /** A golden needs the snapshot that was to be deleted; the exception's message names it. */
  SNAPSHOT_REFERENCED,
  /** An import record or a clone pool still refers to the golden. */
  GOLDEN_REFERENCED,
  /** A source with running imports was to be deleted; the exception carries their ids. */
  SOURCE_HAS_ACTIVE_IMPORTS,
  /** The owner has an instance of that name. */
  INSTANCE_NAME_TAKEN,
  /** The organisation has a database of that name. */
  DATABASE_NAME_TAKEN,
  /** A database with branches was to be deleted; the exception carries them. */
  DATABASE_HAS_BRANCHES,
  /** What is protected was to be deleted; the exception's message says what, and the way out. */
  PROTECTED,
  /** What only branches can be asked for was asked of a database that has no parent. */
  NOT_A_BRANCH,
  /** The schema cannot be read or compared; the exception's message is the reason callers read. */
  SCHEMA_NOT_AVAILABLE,
  /** The schema was not read or compared in time. */
  SCHEMA_TIMED_OUT,
  /** One more database would exceed the cap of its owner or of the organisation. */
  DATABASE_QUOTA_EXCEEDED,
  /** One more snapshot would exceed the cap of its database's owner or of the organisation. */
  SNAPSHOT_QUOTA_EXCEEDED,
  /** The data plane has too little space left to begin anything new. */
  STORAGE_EXHAUSTED,
  /** The launch would exceed a cap on instances. */
  QUOTA_EXCEEDED,
  /** The instance has no credentials yet. */
  CREDENTIALS_NOT_READY,
  /** The data plane cannot tell the credentials; the exception's message says why. */
  CREDENTIALS_UNAVAILABLE,
  /** The data plane that holds the resource is not connected. */
  AGENT_OFFLINE,
  /** The data plane gives no answer, or has given none yet; the exception's message says why. */
  DATA_PLANE_UNREACHABLE,
  /** The change may have been made: the data plane was lost while it was at work. */
  OUTCOME_UNKNOWN,
  /** The data plane did not answer in time. */
  CREDENTIALS_TIMED_OUT,
  /** A tunnel was to lead to what does not run yet; the exception's message says how it stands. */
  TUNNEL_NOT_READY,
  /** The data plane cannot open the connection; the exception's message says why. */
  TUNNEL_NOT_AVAILABLE,
  /** The member has as many tunnels as it may have; the exception's message says how many. */
  TUNNEL_QUOTA_EXCEEDED,
  /** The server has as many tunnels as it can have, or is stopping; the message says which. */
  TUNNELS_EXHAUSTED,
  /** Unknown address, wrong password or disabled member. */
  INVALID_CREDENTIALS,
  /** Too many logins failed lately, or wait; the exception says when to try again. */
  TOO_MANY_ATTEMPTS,
  /** The invite was accepted before. */
  INVITE_ACCEPTED,
  /** The invite's time is up. */
  INVITE_EXPIRED,
  /** A member with that address exists. */
  EMAIL_REGISTERED,
  /** Instances still run on the cluster. */
  CLUSTER_HAS_INSTANCES,
  /** Databases still run on the cluster. */
  CLUSTER_HAS_DATABASES,
  /** The idempotency key was used before with another request. */
  IDEMPOTENCY_KEY_REUSED,
  /** The first request with this idempotency key is still under way. */
  REQUEST_IN_PROGRESS
}
