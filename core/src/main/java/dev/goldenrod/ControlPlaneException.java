package dev.goldenrod;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A refusal: what a use case answers when it will not do what was asked. Nothing was changed,
 * unless the code is {@link ErrorCode#OUTCOME_UNKNOWN}.
 */
public final class ControlPlaneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<LiveClone> children;
  private final transient List<UUID> importIds;
  private final Duration retryAfter;
  private final transient InvalidInput invalidInput;
  private final transient @Nullable UUID offlineCluster;

  private ControlPlaneException(
      ErrorCode code,
      String message,
      List<LiveClone> children,
      List<UUID> importIds,
      Duration retryAfter) {
    this(code, new InvalidInput("", message), children, importIds, retryAfter, null);
  }

  private ControlPlaneException(
      ErrorCode code,
      InvalidInput invalidInput,
      List<LiveClone> children,
      List<UUID> importIds,
      Duration retryAfter,
      @Nullable UUID offlineCluster) {
    super(invalidInput.sentence());
    this.code = code;
    this.invalidInput = invalidInput;
    this.children = List.copyOf(children);
    this.importIds = List.copyOf(importIds);
    this.retryAfter = retryAfter;
    this.offlineCluster = offlineCluster;
  }

  /** A refusal with a message that names the thing, the value and the way out. */
  public static ControlPlaneException of(ErrorCode code, String message) {
    return new ControlPlaneException(code, message, List.of(), List.of(), Duration.ZERO);
  }

  /** Invalid input that is no single field's fault. */
  public static ControlPlaneException invalid(String problem) {
    return invalid("", problem);
  }

  /**
   * Invalid input whose problem stands in the details of the answer over HTTP, not in its text.
   *
   * @param field as it is called in the API, {@code config.port} within an object
   * @param problem goes on after the field's name, as in {@code must not be empty}
   */
  public static ControlPlaneException invalid(String field, String problem) {
    return invalid(ErrorCode.INVALID_INPUT, field, problem);
  }

  /** Invalid input that is no single field's fault; the text of the answer tells the problem. */
  public static ControlPlaneException invalidBecause(String problem) {
    return invalidBecause("", problem);
  }

  /** As {@link #invalid(String, String)}; the text of the answer tells field and problem too. */
  public static ControlPlaneException invalidBecause(String field, String problem) {
    return invalid(ErrorCode.INVALID_INPUT_BECAUSE, field, problem);
  }

  private static ControlPlaneException invalid(ErrorCode code, String field, String problem) {
    InvalidInput input = new InvalidInput(field, problem);
    return new ControlPlaneException(code, input, List.of(), List.of(), Duration.ZERO, null);
  }

  /** No such resource in the caller's organisation. */
  public static ControlPlaneException notFound(String noun, Object id) {
    return of(ErrorCode.NOT_FOUND, noun + " " + id + " does not exist");
  }

  /** The cluster's data plane is connected to this server no more, or not yet. */
  public static ControlPlaneException offline(UUID clusterId) {
    return new ControlPlaneException(
        ErrorCode.AGENT_OFFLINE,
        new InvalidInput("", "data-plane agent offline"),
        List.of(),
        List.of(),
        Duration.ZERO,
        clusterId);
  }

  /** The request contradicts the present state. */
  public static ControlPlaneException conflict(String reason) {
    return of(ErrorCode.CONFLICT, reason);
  }

  /** The request contradicts the present state, for a reason that the caller reads. */
  public static ControlPlaneException conflictBecause(String reason) {
    return of(ErrorCode.CONFLICT_BECAUSE, reason);
  }

  /** The golden still has these clones. */
  public static ControlPlaneException hasChildren(String golden, List<LiveClone> children) {
    return blockedBy(
        ErrorCode.GOLDEN_HAS_CHILDREN,
        "golden '%s' has %d live clones; destroy them or force".formatted(golden, children.size()),
        children);
  }

  /** The database still has these branches. */
  public static ControlPlaneException hasBranches(String database, List<LiveClone> branches) {
    return blockedBy(
        ErrorCode.DATABASE_HAS_BRANCHES,
        "database '%s' has %d branches; delete them or force".formatted(database, branches.size()),
        branches);
  }

  /** The database is protected from deletion. */
  public static ControlPlaneException protectedDatabase(String name) {
    return of(
        ErrorCode.PROTECTED,
        "database '%s' is protected; set protected to false before you delete it".formatted(name));
  }

  /** The golden is protected from deletion. */
  public static ControlPlaneException protectedGolden(String name) {
    return of(
        ErrorCode.PROTECTED,
        "golden '%s' is protected; set protected to false before you delete it".formatted(name));
  }

  /** The cluster still has these instances. */
  public static ControlPlaneException hasInstances(String cluster, List<LiveClone> instances) {
    return blockedBy(
        ErrorCode.CLUSTER_HAS_INSTANCES,
        "cluster '%s' still has %d instances; destroy them first"
            .formatted(cluster, instances.size()),
        instances);
  }

  /** The cluster still has these databases, or what is left of snapshots. */
  public static ControlPlaneException hasDatabases(String cluster, List<LiveClone> databases) {
    return blockedBy(
        ErrorCode.CLUSTER_HAS_DATABASES,
        "cluster '%s' still has %d databases; delete them first"
            .formatted(cluster, databases.size()),
        databases);
  }

  private static ControlPlaneException blockedBy(
      ErrorCode code, String message, List<LiveClone> children) {
    return new ControlPlaneException(code, message, children, List.of(), Duration.ZERO);
  }

  /** The source still has these imports running. */
  public static ControlPlaneException hasActiveImports(UUID sourceId, List<UUID> importIds) {
    return new ControlPlaneException(
        ErrorCode.SOURCE_HAS_ACTIVE_IMPORTS,
        "source " + sourceId + " has " + importIds.size() + " running imports; wait for them",
        List.of(),
        importIds,
        Duration.ZERO);
  }

  /** Too many logins failed lately, or wait to be looked at. */
  public static ControlPlaneException tooManyAttempts(Duration retryAfter) {
    return new ControlPlaneException(
        ErrorCode.TOO_MANY_ATTEMPTS,
        "too many attempts; try again in " + retryAfter.toSeconds() + " s",
        List.of(),
        List.of(),
        retryAfter);
  }

  public ErrorCode code() {
    return code;
  }

  /**
   * What stands in the way of {@link ErrorCode#GOLDEN_HAS_CHILDREN} or {@link
   * ErrorCode#DATABASE_HAS_BRANCHES}; else empty.
   */
  public List<LiveClone> children() {
    return children;
  }

  /** When to try again after {@link ErrorCode#TOO_MANY_ATTEMPTS}; else zero. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** What is wrong with the input; of other codes than those of invalid input, the message. */
  public InvalidInput invalidInput() {
    return invalidInput;
  }

  /** The cluster that {@link #offline} was said of; else empty. */
  public Optional<UUID> offlineCluster() {
    return Optional.ofNullable(offlineCluster);
  }

  /** The jobs behind {@link ErrorCode#SOURCE_HAS_ACTIVE_IMPORTS}; else empty. */
  public List<UUID> importIds() {
    return importIds;
  }

  /**
   * One thing that is wrong with what the caller sent.
   *
   * @param field as it is called in the API; empty when it is no single field's fault
   * @param problem what is wrong, and what would be right
   */
  public record InvalidInput(String field, String problem) {
    /** Field and problem in one sentence. */
    public String sentence() {
      return field.isEmpty() ? problem : field + " " + problem;
    }
  }

  /**
   * A clone or branch that keeps what it was made of from being deleted.
   *
   * @param name a branch's; empty for a clone, which has none
   * @param phase the phase's name in the API
   */
  public record LiveClone(UUID id, String name, UUID ownerId, String phase) {
    /** A clone. */
    public LiveClone(UUID id, UUID ownerId, String phase) {
      this(id, "", ownerId, phase);
    }
  }
}
