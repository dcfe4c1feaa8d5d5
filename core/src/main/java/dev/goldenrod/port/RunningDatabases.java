package dev.goldenrod.port;

import dev.goldenrod.database.Resources;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.tunnel.ClientConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The databases that a data plane runs. What {@link DataPlane} says of {@code ensure} and {@code
 * remove} holds here.
 */
public interface RunningDatabases {
  /** The database as it is now. */
  DatabaseObservation observe(UUID id);

  /**
   * Whether the database has the endpoint that was observed of it or of another one, also when it
   * is reached by another host since.
   */
  default boolean isAt(UUID id, String endpoint) {
    return observe(id).endpoint().equals(endpoint);
  }

  /**
   * Brings the database to the spec's generation, and keeps it running or stopped as the spec says,
   * until it is removed. A failed or blocked one is tried again. Never deletes a database's data
   * because it failed to start. One that is to be there already ({@link DatabaseSpec#mustExist}) is
   * never made.
   *
   * <p>Clients can log in by its credentials when it is new, was stopped and is started, or takes
   * over an endpoint. Any other time, nothing is changed in a database that its user shut everybody
   * out of: it is READY, and the message says so.
   */
  void ensure(DatabaseSpec spec);

  /**
   * The resources that {@link #ensure} or {@link #resize} gave the database last, once what can be
   * done about them without a restart was tried; empty while it is made, and when there is none.
   */
  Optional<Resources> resources(UUID id);

  /**
   * Gives a database that is ready or stopped other resources, and returns soon; no client is
   * disconnected. More storage, and what else a running server can be given, it has at once; the
   * rest at its next start, of which the message tells until then ({@code next restart}). What it
   * cannot be given stays as it is, and the message says why. Storage is never taken away. Without
   * effect when there is no such database.
   */
  void resize(UUID id, Resources resources);

  /** Removes everything the database has; it is gone once its observation is ABSENT. */
  void remove(UUID id);

  /** The database's credentials; empty until its observation was READY for the first time. */
  Optional<Credentials> credentials(UUID id);

  /**
   * The credentials of those databases that have some, by id. One whose credentials cannot be told
   * hides those of no other.
   */
  default Map<UUID, Credentials> credentials(List<UUID> ids) {
    Map<UUID, Credentials> told = new HashMap<>();
    for (UUID id : ids) {
      try {
        credentials(id).ifPresent(found -> told.put(id, found));
      } catch (DataPlaneUnreachableException | DataPlaneOfflineException away) {
        throw away;
      } catch (DataPlaneException untold) {
        // The others are told all the same.
      }
    }
    return told;
  }

  /**
   * Why no client could log in to the database by its credentials and run a query, and the way out;
   * empty when one can. Takes as long as a login.
   */
  Optional<String> loginProblem(UUID id);

  /**
   * Gives the running database another password, which its credentials have from then on, and takes
   * back what shuts clients out; the former password ends, and sessions that are open go on.
   *
   * <p>Interrupted anywhere, it leaves the database with the one password or the other; which one,
   * the credentials know at the latest after the next start of the data plane, or another reset.
   *
   * @return the new credentials
   * @throws DataPlaneException when the database does not run, or the password cannot be set; the
   *     message says why
   */
  Credentials resetCredentials(UUID id);

  /**
   * Has the running database be served, from its next start on, by what its data plane has now for
   * new data of its release: a newer minor release, or another build. Where that may sort text in
   * another order than the database's indexes are in, they are built anew before that start, or it
   * is refused. Until the next start nothing changes. Takes a minute at most.
   *
   * <p>Once this has returned, the wish outlives this process, and goes with copies of the data.
   *
   * @param reindex whether indexes may be built anew
   * @return whether a restart is due; false, and nothing changed, when the database is served by
   *     that already
   * @throws DataPlaneException when the database does not run, or cannot take it; the message says
   *     why and what can be done
   */
  default boolean upgradeImage(UUID id, boolean reindex) {
    throw new DataPlaneException(
        "this data plane has no images: its databases run what is installed on its machine, and take a newer minor release that is installed there with a restart");
  }

  /**
   * Opens a connection to the server of the running database, for a client that cannot reach it:
   * whoever has it still has to log in. It ends with the server, and is the caller's to close.
   * Takes some seconds at most.
   *
   * @throws DataPlaneException when the database does not run, or its server cannot be reached; the
   *     message says why
   */
  default ClientConnection openConnection(UUID id) {
    throw new DataPlaneException("this data plane opens no connections to its databases");
  }
}
