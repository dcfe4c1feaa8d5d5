package dev.goldenrod.database;

import dev.goldenrod.Deletion;
import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A persistent database that a member owns. A branch is a database that has a parent.
 *
 * @param name unique among the organization's databases that are not deleted
 * @param promotion the last time that it took its parent's place
 * @param goal the state that it is to reach
 * @param isProtected whether its deletion is refused
 * @param deletion when it was deleted, and until when it can be restored; null for a database that
 *     is not deleted. Members do not see deleted databases.
 * @param revision raised by the store at every update; an update of an older revision is refused
 */
public record Database(
    UUID id,
    UUID orgId,
    UUID ownerId,
    UUID clusterId,
    String name,
    Template template,
    Ancestry ancestry,
    Promotion promotion,
    Goal goal,
    Status status,
    boolean isProtected,
    @Nullable Deletion deletion,
    Instant createdAt,
    long revision) {
  /** The message while a change of resources has not reached the data plane yet. */
  public static final String RESIZING = "its resources are being changed";

  /**
   * The properties that a database is created with. Type and version never change.
   *
   * @param version of its engine, as in {@code 15} or {@code 8.0}; empty while unknown, for a
   *     database made from a golden
   * @param description for people; may be empty
   */
  public record Template(
      DatabaseType type, String version, DatabaseConfig config, String description) {
    public Template {
      Objects.requireNonNull(type);
      Objects.requireNonNull(version);
      Objects.requireNonNull(config);
      Objects.requireNonNull(description);
    }
  }

  /** The state that a database is to reach. */
  public enum Goal {
    RUNNING,
    STOPPED,
    ABSENT
  }

  /**
   * The present state of a database.
   *
   * @param endpoint {@code host:port}; empty until it first ran
   * @param message why it waits or failed, or which of its limits cannot be enforced; may be empty
   */
  public record Status(DatabasePhase phase, String endpoint, String message) {
    public Status {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(endpoint);
      Objects.requireNonNull(message);
    }
  }

  public Database {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(ownerId);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(name);
    Objects.requireNonNull(template);
    Objects.requireNonNull(ancestry);
    Objects.requireNonNull(promotion);
    Objects.requireNonNull(goal);
    Objects.requireNonNull(status);
    Objects.requireNonNull(createdAt);
  }

  /** Returns a new database that is to run. */
  public static Database accepted(
      UUID id,
      UUID orgId,
      UUID ownerId,
      UUID clusterId,
      String name,
      Template template,
      Ancestry ancestry,
      Instant now) {
    Status status = new Status(DatabasePhase.PROVISIONING, "", "");
    return new Database(
        id,
        orgId,
        ownerId,
        clusterId,
        name,
        template,
        ancestry,
        Promotion.NONE,
        Goal.RUNNING,
        status,
        false,
        null,
        now,
        0);
  }

  public DatabasePhase phase() {
    return status.phase();
  }

  /** Returns whether the database is a branch. */
  public boolean hasParent() {
    return ancestry.parentId() != null;
  }

  /** Returns whether the database's data is to be kept, if only to be restored. */
  public boolean isPresent() {
    return goal != Goal.ABSENT;
  }

  /** Returns whether a member deleted the database, even if its data has been removed since. */
  public boolean isDeleted() {
    return deletion != null;
  }

  /** Returns whether the database was deleted and can be restored. */
  public boolean isRestorable() {
    return isDeleted() && isPresent();
  }

  /** Returns whether the database has never run, so that its data may be incomplete. */
  public boolean neverRan() {
    return status.endpoint().isEmpty();
  }

  /**
   * Returns whether the origin of the database's data has to be kept until its copy is complete.
   */
  public boolean needsOrigin() {
    return neverRan() && isPresent() && phase() != DatabasePhase.FAILED;
  }

  /**
   * Returns whether a version of the golden has to be kept until the database's copy is complete.
   */
  public boolean needs(UUID goldenId) {
    GoldenRef golden = ancestry.golden();
    return golden != null && golden.goldenId().equals(goldenId) && needsOrigin();
  }

  /** Returns whether the database is to take over the endpoint of another one. */
  public boolean takesOver() {
    return promotion.isPending() && isPresent() && phase() != DatabasePhase.FAILED;
  }

  /**
   * Returns whether the given parent took over this database's endpoint, and this database has no
   * endpoint of its own yet: a client that logs in at its stored endpoint reaches the parent.
   *
   * @param parent null for none
   */
  public boolean isDisplacedBy(@Nullable Database parent) {
    String endpoint = status.endpoint();
    return parent != null
        && !endpoint.isEmpty()
        && (endpoint.equals(parent.promotion.endpoint())
            || endpoint.equals(parent.status.endpoint()));
  }

  /** Returns a copy that is to run. */
  public Database startRequested() {
    return with(Goal.RUNNING, new Status(DatabasePhase.STARTING, status.endpoint(), ""));
  }

  /** Returns a copy that is to stop. */
  public Database stopRequested() {
    return with(Goal.STOPPED, new Status(DatabasePhase.STOPPING, status.endpoint(), ""));
  }

  /** Returns a copy that is to stop and run again. */
  public Database restartRequested() {
    return with(Goal.RUNNING, new Status(DatabasePhase.RESTARTING, status.endpoint(), ""));
  }

  /** Returns a copy that is to be removed for good. */
  public Database deletionRequested() {
    return with(Goal.ABSENT, new Status(DatabasePhase.DELETING, status.endpoint(), ""));
  }

  /** Returns a copy that is to stop, hidden from members until it is restored or removed. */
  public Database deleted(Deletion byMember) {
    return stopRequested().with(byMember);
  }

  /** Returns a copy that is visible again under the given name, and is to run. */
  public Database restored(String newName) {
    return startRequested().renamed(newName).with((Deletion) null);
  }

  /** Returns a copy in the given phase, with the reason for it. */
  public Database inPhase(DatabasePhase phase, String message) {
    return with(goal, new Status(phase, status.endpoint(), message));
  }

  /**
   * Returns a copy that is running, reachable at the endpoint.
   *
   * @param message which of its limits cannot be enforced; may be empty
   */
  public Database becameRunning(String endpoint, String message) {
    return with(goal, new Status(DatabasePhase.RUNNING, endpoint, message));
  }

  /**
   * Returns a copy that is stopped, and will be reachable at the endpoint when it runs.
   *
   * @param message which of its resources it cannot have; may be empty
   */
  public Database becameStopped(String endpoint, String message) {
    return with(goal, new Status(DatabasePhase.STOPPED, endpoint, message));
  }

  /**
   * Returns a copy that is to have the given resources. A database in a settled phase gets the
   * message {@link #RESIZING}; others get the resources in the course of their present change.
   */
  public Database resizeRequested(DatabaseConfig config) {
    String message = phase().isSettled() ? RESIZING : status.message();
    Template next =
        new Template(template.type(), template.version(), config, template.description());
    return with(next, new Status(phase(), status.endpoint(), message));
  }

  /** Returns a copy with the given version of its engine. */
  public Database ofVersion(String version) {
    Template next =
        new Template(template.type(), version, template.config(), template.description());
    return with(next, status);
  }

  /** Returns a copy with the given description. */
  public Database described(String description) {
    Template next =
        new Template(template.type(), template.version(), template.config(), description);
    return with(next, status);
  }

  /** Returns a copy whose deletion is refused or allowed. */
  public Database withProtection(boolean wanted) {
    return with(ownerId, name, template, ancestry, promotion, goal, status, wanted, deletion);
  }

  /** Returns whether a change of resources has not reached the data plane yet. */
  public boolean isBeingResized() {
    return status.message().endsWith(RESIZING);
  }

  /** Returns a copy that is no longer a branch. */
  public Database orphaned() {
    return withParent(null);
  }

  /** Returns a copy that is a branch of the given database, or of none. */
  public Database withParent(@Nullable UUID parentId) {
    Ancestry next =
        new Ancestry(parentId, ancestry.sourceId(), ancestry.snapshotId(), ancestry.golden());
    return with(name, next, promotion, goal, status);
  }

  /** Returns a copy with the given name. */
  public Database renamed(String newName) {
    return with(newName, ancestry, promotion, goal, status);
  }

  /** Returns a copy owned by the given member. */
  public Database ownedBy(UUID newOwnerId) {
    return with(newOwnerId, name, template, ancestry, promotion, goal, status);
  }

  /** Returns a copy that is to take over the endpoint of another database. */
  public Database promotionRequested(String endpoint) {
    Promotion next = new Promotion(promotion.number() + 1, endpoint);
    Status starting = new Status(DatabasePhase.STARTING, status.endpoint(), "");
    return with(name, ancestry, next, goal, starting);
  }

  /** Returns a copy that has the endpoint it was to take over. */
  public Database promoted() {
    Promotion done = new Promotion(promotion.number(), "");
    Status there = new Status(status.phase(), promotion.endpoint(), status.message());
    return with(name, ancestry, done, goal, there);
  }

  private Database with(Template newTemplate, Status newStatus) {
    return with(ownerId, name, newTemplate, ancestry, promotion, goal, newStatus);
  }

  private Database with(@Nullable Deletion newDeletion) {
    return with(
        ownerId, name, template, ancestry, promotion, goal, status, isProtected, newDeletion);
  }

  private Database with(Goal newGoal, Status newStatus) {
    return with(name, ancestry, promotion, newGoal, newStatus);
  }

  private Database with(
      String newName,
      Ancestry newAncestry,
      Promotion newPromotion,
      Goal newGoal,
      Status newStatus) {
    return with(ownerId, newName, template, newAncestry, newPromotion, newGoal, newStatus);
  }

  private Database with(
      UUID newOwnerId,
      String newName,
      Template newTemplate,
      Ancestry newAncestry,
      Promotion newPromotion,
      Goal newGoal,
      Status newStatus) {
    return with(
        newOwnerId,
        newName,
        newTemplate,
        newAncestry,
        newPromotion,
        newGoal,
        newStatus,
        isProtected,
        deletion);
  }

  private Database with(
      UUID newOwnerId,
      String newName,
      Template newTemplate,
      Ancestry newAncestry,
      Promotion newPromotion,
      Goal newGoal,
      Status newStatus,
      boolean newlyProtected,
      @Nullable Deletion newDeletion) {
    return new Database(
        id,
        orgId,
        newOwnerId,
        clusterId,
        newName,
        newTemplate,
        newAncestry,
        newPromotion,
        newGoal,
        newStatus,
        newlyProtected,
        newDeletion,
        createdAt,
        revision);
  }
}
