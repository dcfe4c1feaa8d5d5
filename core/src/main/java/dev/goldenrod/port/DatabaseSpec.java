package dev.goldenrod.port;

import dev.goldenrod.database.Resources;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The requested state of a database.
 *
 * @param id unique among all databases of the data plane
 * @param origin the origin of its data
 * @param generation identifies the copy of the origin: a copy of a lower generation is deleted and
 *     made anew, with the same endpoint, user name and password. A copy of a higher generation is
 *     left as it is, because the call is outdated.
 * @param resources the resources from its next start on; {@link RunningDatabases#resize} changes
 *     those of a running database
 * @param running false to stop the database, which keeps its data, endpoint and login
 * @param takeover the endpoint to take over from another database; null for none
 * @param name the name for people, stored beside the data for administrators; empty for none
 */
public record DatabaseSpec(
    UUID id,
    Origin origin,
    Resources resources,
    int generation,
    boolean running,
    @Nullable Takeover takeover,
    String name) {
  public DatabaseSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(origin);
    Objects.requireNonNull(resources);
    Objects.requireNonNull(name);
  }

  /** Returns the spec of a running first copy of the origin. */
  public static DatabaseSpec of(UUID id, Origin origin, Resources resources) {
    return new DatabaseSpec(id, origin, resources, 0, true, null, "");
  }

  /**
   * Returns the spec of a database of any origin that must exist: {@code ensure} never creates it.
   */
  public static DatabaseSpec ofExisting(UUID id, Resources resources) {
    return of(id, new Origin.Database(id), resources);
  }

  /** Returns whether the database is never created; see {@link #ofExisting}. */
  public boolean mustExist() {
    return origin.equals(new Origin.Database(id));
  }

  /** Returns a copy with other resources. */
  public DatabaseSpec with(Resources newResources) {
    return new DatabaseSpec(id, origin, newResources, generation, running, takeover, name);
  }

  /** Returns a copy with another generation. */
  public DatabaseSpec atGeneration(int newGeneration) {
    return new DatabaseSpec(id, origin, resources, newGeneration, running, takeover, name);
  }

  /** Returns a copy that is running. */
  public DatabaseSpec started() {
    return new DatabaseSpec(id, origin, resources, generation, true, takeover, name);
  }

  /** Returns a copy that is stopped. */
  public DatabaseSpec stopped() {
    return new DatabaseSpec(id, origin, resources, generation, false, takeover, name);
  }

  /** Returns a copy that takes over the endpoint of another database. */
  public DatabaseSpec takingOver(Takeover newTakeover) {
    return new DatabaseSpec(id, origin, resources, generation, running, newTakeover, name);
  }

  /** Returns a copy with the given name. */
  public DatabaseSpec named(String newName) {
    return new DatabaseSpec(id, origin, resources, generation, running, takeover, newName);
  }
}
