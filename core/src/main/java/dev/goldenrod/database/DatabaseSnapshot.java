package dev.goldenrod.database;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

/**
 * A snapshot: the data of a database at one moment.
 *
 * @param description for people; may be empty
 * @param sizeBytes bytes of the data as the engine sees it; 0 until it is ready
 * @param message why it waits or failed, or why a ready snapshot cannot be used at present; empty
 *     for none
 * @param revision raised by the store at every update; an update of an older revision is refused
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
  /** The phases of a snapshot. */
  public enum Phase {
    CREATING,
    READY,
    DELETING,
    FAILED;

    /** Returns the name in the API, as in {@code ready}. */
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

  /** Returns a new snapshot that is to be taken. */
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

  /**
   * Returns a copy that is still being taken; the reason says what it waits for, and may be empty.
   */
  public DatabaseSnapshot creating(String reason) {
    return with(Phase.CREATING, sizeBytes, reason);
  }

  /** Returns a copy that is ready, with the given size. */
  public DatabaseSnapshot becameReady(long bytes) {
    return with(Phase.READY, bytes, "");
  }

  /** Returns a copy that cannot be used at present; an empty reason makes it usable again. */
  public DatabaseSnapshot withProblem(String reason) {
    return with(phase, sizeBytes, reason);
  }

  /** Returns a copy that failed for the given reason. */
  public DatabaseSnapshot failed(String reason) {
    return with(Phase.FAILED, sizeBytes, reason);
  }

  /** Returns a copy that is to be deleted. */
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
