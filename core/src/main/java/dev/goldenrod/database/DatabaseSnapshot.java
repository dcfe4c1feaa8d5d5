package dev.goldenrod.database;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

/**
 * What a database held at one moment.
 *
 * @param databaseId the database that it is of
 * @param name for people
 * @param description for people; may be empty
 * @param sizeBytes bytes of the data as the engine sees it; 0 until it is ready
 * @param message why it waits or failed, or why nothing can be made of a ready one any more; empty
 *     when there is nothing to say
 * @param revision raised by the store at every update; an update against an older one is refused
 */
public record DatabaseSnapshot(
    UUID id,
    UUID orgId,
    UUID databaseId,
    UUID clusterId,
    String name,
    String description,
    Phase phase,
    long sizeBytes,
    String message,
    Instant createdAt,
    long revision) {
  /** Where a snapshot stands. */
  public enum Phase {
    CREATING,
    READY,
    DELETING,
    FAILED;

    /** The name in the API, as in {@code ready}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public DatabaseSnapshot {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(databaseId);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(name);
    Objects.requireNonNull(description);
    Objects.requireNonNull(phase);
    Objects.requireNonNull(message);
    Objects.requireNonNull(createdAt);
  }

  /** One that was accepted. */
  public static DatabaseSnapshot accepted(
      UUID id, Database database, String name, String description, Instant now) {
    return new DatabaseSnapshot(
        id,
        database.orgId(),
        database.id(),
        database.clusterId(),
        name,
        description,
        Phase.CREATING,
        0,
        "",
        now,
        0);
  }

  /** The same snapshot, which waits for the reason or is under way. */
  public DatabaseSnapshot creating(String reason) {
    return with(Phase.CREATING, sizeBytes, reason);
  }

  /** The same snapshot, of so many bytes. */
  public DatabaseSnapshot becameReady(long bytes) {
    return with(Phase.READY, bytes, "");
  }

  /** The same snapshot, of which nothing can be made for now; for no reason, when it can again. */
  public DatabaseSnapshot withProblem(String reason) {
    return with(phase, sizeBytes, reason);
  }

  /** The same snapshot, which cannot be taken for the reason. */
  public DatabaseSnapshot failed(String reason) {
    return with(Phase.FAILED, sizeBytes, reason);
  }

  /** The same snapshot, to be deleted. */
  public DatabaseSnapshot deletionRequested() {
    return with(Phase.DELETING, sizeBytes, "");
  }

  private DatabaseSnapshot with(Phase newPhase, long bytes, String reason) {
    return new DatabaseSnapshot(
        id,
        orgId,
        databaseId,
        clusterId,
        name,
        description,
        newPhase,
        bytes,
        reason,
        createdAt,
        revision);
  }
}
