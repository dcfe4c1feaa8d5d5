package dev.goldenrod.orphan;

import dev.goldenrod.database.Resources;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A resource that a data plane holds without a row in the store. It is quarantined: not in use,
 * with all its data, until it is restored or deleted at its time.
 *
 * @param clusterId the cluster whose data plane holds it
 * @param reference its identifier in the data plane: the id of a database, snapshot or import, the
 *     handle of a version's volume, or the text form of the version for a copy
 * @param facts what the data plane knew of it when it was found
 * @param endpoint {@code host:port} of a database that ran before; else empty
 * @param deleteAt from when on it is deleted
 */
public record Orphan(
    UUID id,
    UUID orgId,
    UUID clusterId,
    Kind kind,
    String reference,
    Facts facts,
    String endpoint,
    Instant foundAt,
    Instant deleteAt) {
  /** The kinds of orphans. */
  public enum Kind {
    DATABASE,
    SNAPSHOT,
    /** The remains of an import that did not end. */
    IMPORT,
    /** The volume of a golden version. */
    VERSION,
    /** A copy of a golden version that an admin registered. */
    COPY;

    /** Returns the name for people, as in {@code database}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * An engine and its release.
   *
   * @param type as in {@code postgresql}
   * @param release as in {@code 15}
   */
  public record Engine(String type, String release) {
    /** The engine of data whose engine is unknown or does not matter. */
    public static final Engine UNKNOWN = new Engine("", "");

    public Engine {
      Objects.requireNonNull(type);
      Objects.requireNonNull(release);
    }
  }

  /**
   * The facts that a data plane knows of a database or a snapshot.
   *
   * @param name the database's name when its data was written; empty if unknown
   * @param engine the engine of the data; {@link Engine#UNKNOWN} if unknown
   * @param resources the limits of the database; null if unknown
   * @param sizeBytes the size of a snapshot; 0 if unknown
   */
  public record Facts(String name, Engine engine, @Nullable Resources resources, long sizeBytes) {
    /** The facts of an orphan of which nothing is known. */
    public static final Facts UNKNOWN = new Facts("", Engine.UNKNOWN, null, 0);

    public Facts {
      Objects.requireNonNull(name);
      Objects.requireNonNull(engine);
    }
  }

  public Orphan {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(clusterId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(reference);
    Objects.requireNonNull(facts);
    Objects.requireNonNull(endpoint);
    Objects.requireNonNull(foundAt);
    Objects.requireNonNull(deleteAt);
  }

  /** Returns whether the orphan is to be deleted. */
  public boolean isDueAt(Instant now) {
    return !now.isBefore(deleteAt);
  }

  /** Returns a copy that is deleted from the given time on. */
  public Orphan deletedFrom(Instant time) {
    return new Orphan(id, orgId, clusterId, kind, reference, facts, endpoint, foundAt, time);
  }
}
