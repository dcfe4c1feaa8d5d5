package dev.goldenrod.database;

import dev.goldenrod.Deletion;
import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A database that a member was given to keep; a branch is one that has a parent.
 *
 * @param ownerId the member that owns it
 * @param clusterId the cluster that runs it
 * @param name unique among the organisation's databases that are not deleted
 * @param promotion the last time that it took its parent's place
 * @param goal what it is to be
 * @param status where it stands
 * @param isProtected whether its deletion is refused
 * @param deletion since when and until when members do not see it, but can restore it; null for one
 *     that they see
 * @param revision raised by the store at every update; an update against an older one is refused
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
  /** What is told until resources that were asked for have reached the data plane. */
  public static final String RESIZING = "its resources are being changed";

  /**
   * What it is made as; type and version stay for its life.
   *
   * @param version of its engine, as in {@code 15} or {@code 8.0}; empty until it is known of one
   *     that is made of a golden
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

  /** What a database is to be. */
  public enum Goal {
    RUNNING,
    STOPPED,
    ABSENT
  }

  /**
   * Where a database stands.
   *
   * @param endpoint {@code host:port}; empty until the first time it ran
   * @param message why it waits or failed, or which of its limits nothing enforces; empty when
   *     there is nothing to say
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

  /** One that was accepted and is to run. */
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

  /** Whether it is a branch. */
  public boolean hasParent() {
    return ancestry.parentId() != null;
  }

  /** Whether its data is to stay, also when only to be restored. */
  public boolean isPresent() {
    return goal != Goal.ABSENT;
  }

  /** Whether it was deleted and kept to be restored, be it that it is removed by now. */
  public boolean isDeleted() {
    return deletion != null;
  }

  /** Whether it was deleted and can be restored. */
  public boolean isRestorable() {
    return isDeleted() && isPresent();
  }

  /** Whether it was never up, so that its data may not be whole yet. */
  public boolean neverRan() {
    return status.endpoint().isEmpty();
  }

  /** Whether what it is made of has to stay until it is there. */
  public boolean needsOrigin() {
    return neverRan() && isPresent() && phase() != DatabasePhase.FAILED;
  }

  /** Whether a version of that golden has to stay until a copy of it is there. */
  public boolean needs(UUID goldenId) {
    GoldenRef golden = ancestry.golden();
    return golden != null && golden.goldenId().equals(goldenId) && needsOrigin();
  }

  /** Whether an endpoint of another database is to become its own. */
  public boolean takesOver() {
    return promotion.isPending() && isPresent() && phase() != DatabasePhase.FAILED;
  }

  /**
   * Whether that parent took its place, and it still waits for an endpoint of its own: who logs in
   * at the one that it had finds the parent.
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

  /** The same database, to run. */
  public Database startRequested() {
    return with(Goal.RUNNING, new Status(DatabasePhase.STARTING, status.endpoint(), ""));
  }

  /** The same database, to be stopped. */
  public Database stopRequested() {
    return with(Goal.STOPPED, new Status(DatabasePhase.STOPPING, status.endpoint(), ""));
  }

  /** The same database, to be stopped and then to run. */
  public Database restartRequested() {
    return with(Goal.RUNNING, new Status(DatabasePhase.RESTARTING, status.endpoint(), ""));
  }

  /** The same database, to be deleted. */
  public Database deletionRequested() {
    return with(Goal.ABSENT, new Status(DatabasePhase.DELETING, status.endpoint(), ""));
  }

  /** The same database, to be stopped and kept out of sight until it is restored or removed. */
  public Database deleted(Deletion byMember) {
    return stopRequested().with(byMember);
  }

  /** The same database, in sight again under that name, to run. */
  public Database restored(String newName) {
    return startRequested().renamed(newName).with((Deletion) null);
  }

  /** The same database, in that phase for the reason. */
  public Database inPhase(DatabasePhase phase, String message) {
    return with(goal, new Status(phase, status.endpoint(), message));
  }

  /**
   * The same database, reachable at the endpoint.
   *
   * @param message which of its limits nothing enforces; may be empty
   */
  public Database becameRunning(String endpoint, String message) {
    return with(goal, new Status(DatabasePhase.RUNNING, endpoint, message));
  }

  /**
   * The same database, stopped, to be reachable at the endpoint when it runs.
   *
   * @param message what of its resources it cannot be given; may be empty
   */
  public Database becameStopped(String endpoint, String message) {
    return with(goal, new Status(DatabasePhase.STOPPED, endpoint, message));
  }

  /** The same database, to have those resources; one that is under way gets them as it goes. */
  public Database resizeRequested(DatabaseConfig config) {
    String message = phase().isSettled() ? RESIZING : status.message();
    Template next =
        new Template(template.type(), template.version(), config, template.description());
    return with(next, new Status(phase(), status.endpoint(), message));
  }

  /** The same database, of that version of its engine. */
  public Database ofVersion(String version) {
    Template next =
        new Template(template.type(), version, template.config(), template.description());
    return with(next, status);
  }

  /** The same database, described as that. */
  public Database described(String description) {
    Template next =
        new Template(template.type(), template.version(), template.config(), description);
    return with(next, status);
  }

  /** The same database, whose deletion is refused, or no longer. */
  public Database withProtection(boolean wanted) {
    return with(ownerId, name, template, ancestry, promotion, goal, status, wanted, deletion);
  }

  /** Whether resources that were asked for have not reached the data plane yet. */
  public boolean isBeingResized() {
    return status.message().endsWith(RESIZING);
  }

  /** The same database, no longer a branch. */
  public Database orphaned() {
    return withParent(null);
  }

  /** The same database, as a branch of that one, or of none. */
  public Database withParent(@Nullable UUID parentId) {
    Ancestry next =
        new Ancestry(parentId, ancestry.sourceId(), ancestry.snapshotId(), ancestry.golden());
    return with(name, next, promotion, goal, status);
  }

  /** The same database under that name. */
  public Database renamed(String newName) {
    return with(newName, ancestry, promotion, goal, status);
  }

  /** The same database, of that member. */
  public Database ownedBy(UUID newOwnerId) {
    return with(newOwnerId, name, template, ancestry, promotion, goal, status);
  }

  /** The same database, to answer at the endpoint of another. */
  public Database promotionRequested(String endpoint) {
    Promotion next = new Promotion(promotion.number() + 1, endpoint);
    Status starting = new Status(DatabasePhase.STARTING, status.endpoint(), "");
    return with(name, ancestry, next, goal, starting);
  }

  /** The same database, which has the endpoint that it was to take over. */
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
