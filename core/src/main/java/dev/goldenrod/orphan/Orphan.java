package dev.goldenrod.orphan;

import dev.goldenrod.database.Resources;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a data plane holds and the store has no row for. It is in quarantine: out of use,
 * with all its data, until it is restored or its time is up.
 *
 * @param clusterId the cluster whose data plane holds it
 * @param reference what the data plane calls it: the id of a database, snapshot or import, the
 *     handle of a version's volume, the whole version of a copy
 * @param facts what its data plane knew of it when it was found
 * @param endpoint {@code host:port} of a database; empty for one that never ran, and for all else
 * @param foundAt when it was found
 * @param deleteAt from when on it is to be deleted
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
  /** What an orphan is. */
  public enum Kind {
    DATABASE,
    SNAPSHOT,
    /** What an import that did not end has left. */
    IMPORT,
    /** The volume of a golden version. */
    VERSION,
    /** A copy of a golden version that an admin registered. */
    COPY;

    /** The name for people, as in {@code database}. */
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
    /** Of data that does not tell, or need not. */
    public static final Engine UNKNOWN = new Engine("", "");

    public Engine {
      Objects.requireNonNull(type);
      Objects.requireNonNull(release);
    }
  }

  /**
   * What a data plane knows of a database, or of a snapshot of one.
   *
   * @param name the database's, as it was when its data was made; empty if unknown
   * @param engine what its data is of; see {@link Engine#UNKNOWN}
   * @param resources what the database may use; null if unknown
   * @param sizeBytes of a snapshot's data; 0 if unknown
   */
  public record Facts(String name, Engine engine, @Nullable Resources resources, long sizeBytes) {
    /** Of what tells nothing. */
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

  /** Whether its time is up. */
  public boolean isDueAt(Instant now) {
    return !now.isBefore(deleteAt);
  }

  /** The same, to be deleted from then on. */
  public Orphan deletedFrom(Instant time) {
    return new Orphan(id, orgId, clusterId, kind, reference, facts, endpoint, foundAt, time);
  }
}
