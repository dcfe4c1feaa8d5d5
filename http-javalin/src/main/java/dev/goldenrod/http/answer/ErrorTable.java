package dev.goldenrod.http.answer;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ControlPlaneException.InvalidInput;
import dev.goldenrod.ControlPlaneException.LiveClone;
import dev.goldenrod.Unavailable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Maps the errors of use cases to HTTP status and text. */
public final class ErrorTable {
  private static final int LONGEST_PROBLEM = 400;

  /** Data planes are probed every few seconds. */
  private static final Duration DATA_PLANE_PAUSE = Duration.ofSeconds(5);

  private ErrorTable() {}

  static ApiResponse answer(ControlPlaneException refusal) {
    return switch (refusal.code()) {
      case UNAUTHORIZED -> unauthorized();
      case FORBIDDEN -> error(403, "forbidden");
      case SCOPE_MISSING ->
          forbidden(new InvalidInput("scopes", String.valueOf(refusal.getMessage())));
      case NOT_FOUND -> error(404, "not found");
      case INVALID_INPUT -> because(400, "invalid input", refusal.invalidInputs());
      case INVALID_INPUT_BECAUSE ->
          invalid("invalid input: " + refusal.getMessage(), refusal.invalidInput());
      case CONFLICT -> because(409, "conflict", refusal.invalidInputs());
      case CONFLICT_BECAUSE -> error(409, "conflict: " + refusal.getMessage());
      case NO_CLUSTER -> error(409, "org has no registered cluster");
      case GOLDEN_HAS_CHILDREN ->
          blockedBy("golden has live child instances; re-run with --force", refusal.children());
      case GOLDEN_REFERENCED ->
          error(409, "golden is still referenced by an import record or clone pool");
      case SNAPSHOT_REFERENCED -> error(409, String.valueOf(refusal.getMessage()));
      case SOURCE_HAS_ACTIVE_IMPORTS ->
          error(409, "source has active import jobs: " + join(refusal.importIds()));
      case VERSION_NOT_MASKED ->
          because(409, "golden version is not masked", refusal.invalidInputs());
      case INSTANCE_NAME_TAKEN -> error(409, "instance name already in use");
      case DATABASE_NAME_TAKEN -> error(409, "database name already in use");
      case DATABASE_HAS_BRANCHES -> blockedBy("database has branches", refusal.children());
      case PROTECTED -> because(409, "protected", refusal.invalidInputs());
      case NOT_A_BRANCH -> error(409, "database is not a branch");
      case SCHEMA_NOT_AVAILABLE -> error(409, "schema not available: " + refusal.getMessage());
      case SCHEMA_TIMED_OUT -> error(504, "schema request timed out: " + refusal.getMessage());
      case DATABASE_QUOTA_EXCEEDED -> error(429, "database quota exceeded");
      case SNAPSHOT_QUOTA_EXCEEDED -> error(429, "snapshot quota exceeded");
      case STORAGE_EXHAUSTED -> error(409, "storage pool exhausted");
      case QUOTA_EXCEEDED -> error(429, "instance quota exceeded");
      case CREDENTIALS_NOT_READY -> error(404, "credentials not ready");
      case CREDENTIALS_UNAVAILABLE ->
          error(503, "credentials not available: " + refusal.getMessage());
      case AGENT_OFFLINE -> error(503, "data-plane agent offline");
      case DATA_PLANE_UNREACHABLE ->
          later(503, "data plane unreachable: " + refusal.getMessage(), DATA_PLANE_PAUSE);
      case OUTCOME_UNKNOWN -> outcomeUnknown();
      case CREDENTIALS_TIMED_OUT -> error(504, "credential request timed out");
      case TUNNEL_NOT_READY -> error(404, "tunnel not ready: " + refusal.getMessage());
      case TUNNEL_NOT_AVAILABLE -> error(503, "tunnel not available: " + refusal.getMessage());
      case TUNNEL_QUOTA_EXCEEDED -> error(429, "tunnel quota exceeded: " + refusal.getMessage());
      case TUNNELS_EXHAUSTED ->
          later(503, "tunnel not available: " + refusal.getMessage(), DATA_PLANE_PAUSE);
      case INVALID_CREDENTIALS -> unauthorized("invalid credentials");
      case TOO_MANY_ATTEMPTS -> later(429, "too many attempts", refusal.retryAfter());
      case SIGN_IN_REFUSED -> forbidden(new InvalidInput("", String.valueOf(refusal.getMessage())));
      case SIGN_IN_UNAVAILABLE -> error(503, "sign-in unavailable: " + refusal.getMessage());
      case INVITE_ACCEPTED -> error(409, "invite already accepted");
      case INVITE_EXPIRED -> error(410, "invite expired");
      case EMAIL_REGISTERED -> error(409, "email already registered");
      case CLUSTER_HAS_INSTANCES -> blockedBy("cluster still has instances", refusal.children());
      case CLUSTER_HAS_DATABASES -> blockedBy("cluster still has databases", refusal.children());
      case IDEMPOTENCY_KEY_REUSED -> error(422, "idempotency key reused");
      case REQUEST_IN_PROGRESS -> error(409, "request in progress");
    };
  }

  /** Returns the response for an unavailable store. */
  public static ApiResponse unavailable(Unavailable away) {
    return away.isOutcomeUnknown()
        ? outcomeUnknown()
        : later(503, "store unavailable", away.retryAfter());
  }

  /**
   * Returns the response to a change that may have been committed. It has no {@code Retry-After},
   * which would invite the client to repeat the change.
   */
  public static ApiResponse outcomeUnknown() {
    return error(503, "outcome unknown");
  }

  public static ApiResponse unauthorized() {
    return unauthorized("unauthorized");
  }

  private static ApiResponse unauthorized(String text) {
    return error(401, text).with("WWW-Authenticate", "Bearer");
  }

  public static ApiResponse error(int status, String text) {
    return ApiResponse.of(status, Map.of("error", text));
  }

  /** Returns the response to a request that reached no route, such as malformed HTTP. */
  public static ApiResponse malformed(int status, String text) {
    return status == 400
        ? invalid(text, new InvalidInput("", "the request or its path is malformed"))
        : error(status, text);
  }

  /** Returns a 400 with the invalid field in its details. */
  public static ApiResponse invalid(String text, InvalidInput input) {
    return because(400, text, List.of(input));
  }

  /** Returns a 403 with the reason in its details. */
  public static ApiResponse forbidden(InvalidInput reason) {
    return because(403, "forbidden", List.of(reason));
  }

  private static ApiResponse because(int status, String text, List<InvalidInput> problems) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", text);
    body.put(
        "details",
        problems.stream()
            .map(one -> new InvalidInput(one.field(), shortened(one.problem())))
            .toList());
    return ApiResponse.of(status, body);
  }

  /** Limits the length, because a problem may quote the caller's input. */
  private static String shortened(String problem) {
    return problem.codePointCount(0, problem.length()) <= LONGEST_PROBLEM
        ? problem
        : problem.substring(0, problem.offsetByCodePoints(0, LONGEST_PROBLEM)) + "…";
  }

  /** Returns an error with {@code Retry-After}, in whole seconds and at least one. */
  public static ApiResponse later(int status, String text, Duration wait) {
    long seconds = Math.max(1, wait.plusMillis(999).toSeconds());
    return error(status, text).with("Retry-After", Long.toString(seconds));
  }

  private static ApiResponse blockedBy(String text, List<LiveClone> children) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("error", text);
    body.put("children", children.stream().map(ErrorTable::child).toList());
    return ApiResponse.of(409, body);
  }

  private static Map<String, Object> child(LiveClone child) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", child.id());
    if (!child.name().isEmpty()) {
      entry.put("name", child.name());
    }
    entry.put("owner", child.ownerId());
    entry.put("phase", child.phase());
    return entry;
  }

  private static String join(List<UUID> ids) {
    return ids.stream().map(UUID::toString).collect(Collectors.joining(", "));
  }
}
