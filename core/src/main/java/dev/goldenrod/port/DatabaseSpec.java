package dev.goldenrod.port;

import dev.goldenrod.database.Resources;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a database is to be.
 *
 * @param id unique among all databases of the data plane
 * @param origin what its data begins with
 * @param generation which copy of the origin is wanted: one of a lower generation is thrown away
 *     and made anew; its endpoint, user name and password stay. One of a higher is left as it is:
 *     the call came late
 * @param resources what it has from its next start on; one that runs is given others by {@link
 *     RunningDatabases#resize}
 * @param running false for a database that is stopped, and keeps its data, endpoint and login
 * @param takeover the endpoint that it is to have; null for the one that it has
 * @param name what people call it, kept beside its data for those who look there; empty for none
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

  /** The running first copy of that origin. */
  public static DatabaseSpec of(UUID id, Origin origin, Resources resources) {
    return new DatabaseSpec(id, origin, resources, 0, true, null, "");
  }

  /**
   * A database that there is already, whatever it began with: where there is none of that id, none
   * is made.
   */
  public static DatabaseSpec ofExisting(UUID id, Resources resources) {
    return of(id, new Origin.Database(id), resources);
  }

  /** Whether it is of a database that is never made; see {@link #ofExisting}. */
  public boolean mustExist() {
    return origin.equals(new Origin.Database(id));
  }

  /** The same with other resources. */
  public DatabaseSpec with(Resources newResources) {
    return new DatabaseSpec(id, origin, newResources, generation, running, takeover, name);
  }

  /** The same of another generation. */
  public DatabaseSpec atGeneration(int newGeneration) {
    return new DatabaseSpec(id, origin, resources, newGeneration, running, takeover, name);
  }

  /** The same, running. */
  public DatabaseSpec started() {
    return new DatabaseSpec(id, origin, resources, generation, true, takeover, name);
  }

  /** The same, stopped. */
  public DatabaseSpec stopped() {
    return new DatabaseSpec(id, origin, resources, generation, false, takeover, name);
  }

  /** The same, at the endpoint of another database. */
  public DatabaseSpec takingOver(Takeover newTakeover) {
    return new DatabaseSpec(id, origin, resources, generation, running, newTakeover, name);
  }

  /** The same under that name. */
  public DatabaseSpec named(String newName) {
    return new DatabaseSpec(id, origin, resources, generation, running, takeover, newName);
  }
}
