package dev.goldenrod;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a use case refuses a request. Nothing was changed, unless the code is {@link
 * ErrorCode#OUTCOME_UNKNOWN}.
 */
public final class ControlPlaneException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<LiveClone> children;
  private final transient List<UUID> importIds;
  private final Duration retryAfter;
  private final transient List<InvalidInput> invalidInputs;
  private final transient @Nullable UUID offlineCluster;

  private ControlPlaneException(
      ErrorCode code,
      String message,
      List<LiveClone> children,
      List<UUID> importIds,
      Duration retryAfter) {
    this(code, List.of(new InvalidInput("", message)), children, importIds, retryAfter, null);
  }

  private ControlPlaneException(
      ErrorCode code,
      List<InvalidInput> invalidInputs,
      List<LiveClone> children,
      List<UUID> importIds,
      Duration retryAfter,
      @Nullable UUID offlineCluster) {
    super(invalidInputs.stream().map(InvalidInput::sentence).collect(Collectors.joining("\n")));
    this.code = code;
    this.invalidInputs = List.copyOf(invalidInputs);
    this.children = List.copyOf(children);
    this.importIds = List.copyOf(importIds);
    this.retryAfter = retryAfter;
    this.offlineCluster = offlineCluster;
  }

  /** Returns a refusal whose message names the resource, the value and the remedy. */
  public static ControlPlaneException of(ErrorCode code, String message) {
    return new ControlPlaneException(code, message, List.of(), List.of(), Duration.ZERO);
  }

  /** Returns a refusal of invalid input that no single field is to blame for. */
  public static ControlPlaneException invalid(String problem) {
    return invalid("", problem);
  }

  /**
   * Returns a refusal of invalid input. Over HTTP the problem stands in the details of the
   * response, not in its text.
   *
   * @param field as it is called in the API, {@code config.port} within an object
   * @param problem continues a sentence that begins with the field's name, as in {@code must not be
   *     empty}
   */
  public static ControlPlaneException invalid(String field, String problem) {
    return invalid(ErrorCode.INVALID_INPUT, field, problem);
  }

  /**
   * Returns a refusal of invalid input; over HTTP the text of the response contains the problem.
   */
  public static ControlPlaneException invalidBecause(String problem) {
    return invalidBecause("", problem);
  }

  /**
   * Returns a refusal of invalid input; over HTTP the response's text contains field and problem.
   */
  public static ControlPlaneException invalidBecause(String field, String problem) {
    return invalid(ErrorCode.INVALID_INPUT_BECAUSE, field, problem);
  }

  private static ControlPlaneException invalid(ErrorCode code, String field, String problem) {
    InvalidInput input = new InvalidInput(field, problem);
    return invalid(code, List.of(input));
  }

  private static ControlPlaneException invalid(ErrorCode code, List<InvalidInput> inputs) {
    return new ControlPlaneException(code, inputs, List.of(), List.of(), Duration.ZERO, null);
  }

  /**
   * Returns a refusal of input with several problems. Over HTTP they stand in the details of the
   * response.
   *
   * @param problems at least one
   */
  public static ControlPlaneException invalid(List<InvalidInput> problems) {
    return invalid(ErrorCode.INVALID_INPUT, problems);
  }

  /** Returns a refusal for a resource that does not exist in the caller's organization. */
  public static ControlPlaneException notFound(String noun, Object id) {
    return of(ErrorCode.NOT_FOUND, noun + " " + id + " does not exist");
  }

  /** Returns a refusal for a cluster whose data plane is not connected to this server. */
  public static ControlPlaneException offline(UUID clusterId) {
    return new ControlPlaneException(
        ErrorCode.AGENT_OFFLINE,
        List.of(new InvalidInput("", "data-plane agent offline")),
        List.of(),
        List.of(),
        Duration.ZERO,
        clusterId);
  }

  /**
   * Returns a refusal of a request that contradicts the present state. Over HTTP the reason stands
   * in the details of the response, not in its text.
   */
  public static ControlPlaneException conflict(String reason) {
    return of(ErrorCode.CONFLICT, reason);
  }

  /**
   * Returns a refusal of a request that contradicts the present state; over HTTP the text of the
   * response contains the reason.
   */
  public static ControlPlaneException conflictBecause(String reason) {
    return of(ErrorCode.CONFLICT_BECAUSE, reason);
  }

  /** Returns a refusal to delete a golden that still has the given clones. */
  public static ControlPlaneException hasChildren(String golden, List<LiveClone> children) {
    return blockedBy(
        ErrorCode.GOLDEN_HAS_CHILDREN,
        "golden '%s' has %d live clones; destroy them, or use force"
            .formatted(golden, children.size()),
        children);
  }

  /** Returns a refusal to delete a database that still has the given branches. */
  public static ControlPlaneException hasBranches(String database, List<LiveClone> branches) {
    return blockedBy(
        ErrorCode.DATABASE_HAS_BRANCHES,
        "database '%s' has %d branches; delete them, or use force"
            .formatted(database, branches.size()),
        branches);
  }

  /** Returns a refusal to delete a protected database. */
  public static ControlPlaneException protectedDatabase(String name) {
    return of(
        ErrorCode.PROTECTED,
        "database '%s' is protected; set protected to false before you delete it".formatted(name));
  }

  /** Returns a refusal to delete a protected golden. */
  public static ControlPlaneException protectedGolden(String name) {
    return of(
        ErrorCode.PROTECTED,
        "golden '%s' is protected; set protected to false before you delete it".formatted(name));
  }

  /** Returns a refusal to remove a cluster that still has the given instances. */
  public static ControlPlaneException hasInstances(String cluster, List<LiveClone> instances) {
    return blockedBy(
        ErrorCode.CLUSTER_HAS_INSTANCES,
        "cluster '%s' still has %d instances; destroy them first"
            .formatted(cluster, instances.size()),
        instances);
  }

  /**
   * Returns a refusal to remove a cluster that still has the given databases or their snapshots.
   */
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

  /** Returns a refusal to delete a source that the given imports still read from. */
  public static ControlPlaneException hasActiveImports(UUID sourceId, List<UUID> importIds) {
    return new ControlPlaneException(
        ErrorCode.SOURCE_HAS_ACTIVE_IMPORTS,
        "source " + sourceId + " has " + importIds.size() + " running imports; wait until they end",
        List.of(),
        importIds,
        Duration.ZERO);
  }

  /** Returns a refusal of a login because too many failed lately or too many are pending. */
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
   * Returns the clones, branches, instances or databases that prevent a deletion; empty for none.
   */
  public List<LiveClone> children() {
    return children;
  }

  /** Returns the time to wait after {@link ErrorCode#TOO_MANY_ATTEMPTS}; else zero. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /**
   * Returns what is wrong with the input, or the first of several problems; for codes other than
   * invalid input, the message.
   */
  public InvalidInput invalidInput() {
    return invalidInputs.get(0);
  }

  /** Returns all problems of the input, at least one. */
  public List<InvalidInput> invalidInputs() {
    return invalidInputs;
  }

  /** Returns the cluster of an exception made by {@link #offline}; else empty. */
  public Optional<UUID> offlineCluster() {
    return Optional.ofNullable(offlineCluster);
  }

  /** Returns the running imports of {@link ErrorCode#SOURCE_HAS_ACTIVE_IMPORTS}; else empty. */
  public List<UUID> importIds() {
    return importIds;
  }

  /**
   * One problem of a request's input.
   *
   * @param field as it is called in the API; empty when no single field is to blame
   * @param problem what is wrong, and what would be right
   */
  public record InvalidInput(String field, String problem) {
    /** Returns field and problem in one sentence. */
    public String sentence() {
      return field.isEmpty() ? problem : field + " " + problem;
    }
  }

  /**
   * A clone, branch, instance or database that prevents a deletion.
   *
   * @param name the name of a branch or database; empty for a clone, which has none
   * @param phase the phase's name in the API
   */
  public record LiveClone(UUID id, String name, UUID ownerId, String phase) {
    /** Creates an entry for a clone. */
    public LiveClone(UUID id, UUID ownerId, String phase) {
      this(id, "", ownerId, phase);
    }
  }
}
