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
 * The databases that a data plane runs. {@code ensure} and {@code remove} behave as {@link
 * DataPlane} describes.
 */
public interface RunningDatabases {
  /** Returns the present state of the database. */
  DatabaseObservation observe(UUID id);

  /**
   * Returns whether the database has the given endpoint, which was observed earlier of this or of
   * another database; the host under which it is reached may have changed since.
   */
  default boolean isAt(UUID id, String endpoint) {
    return observe(id).endpoint().equals(endpoint);
  }

  /**
   * Brings the database to the spec's generation, and keeps it running or stopped as the spec says,
   * until it is removed. A failed or blocked database is tried again. Never deletes a database's
   * data because it failed to start. A database with {@link DatabaseSpec#mustExist} is never
   * created.
   *
   * <p>The clients' login is made to work when the database is created, started after a stop, or
   * takes over an endpoint. At other times a database whose user locked all clients out is not
   * changed: it is READY, and the message says so.
   */
  void ensure(DatabaseSpec spec);

  /**
   * Returns the resources that {@link #ensure} or {@link #resize} set last, once they were applied
   * as far as possible without a restart; empty while the database is being created, and when it
   * does not exist.
   */
  Optional<Resources> resources(UUID id);

  /**
   * Changes the resources of a ready or stopped database, and returns soon; no client is
   * disconnected. More storage, and whatever else a running server can be given, takes effect at
   * once; the rest at its next start, and until then the message says so ({@code next restart}).
   * Resources that it cannot have stay as they are, and the message says why. Storage is never
   * reduced. No effect when the database does not exist.
   */
  void resize(UUID id, Resources resources);

  /** Removes the database with its data; it is gone once its observation is ABSENT. */
  void remove(UUID id);

  /** Returns the database's credentials; empty until it was READY for the first time. */
  Optional<Credentials> credentials(UUID id);

  /**
   * Returns the credentials of the given databases, by id. Databases without credentials, or whose
   * credentials cannot be read, are left out.
   */
  default Map<UUID, Credentials> credentials(List<UUID> ids) {
    Map<UUID, Credentials> told = new HashMap<>();
    for (UUID id : ids) {
      try {
        credentials(id).ifPresent(found -> told.put(id, found));
      } catch (DataPlaneUnreachableException | DataPlaneOfflineException away) {
        throw away;
      } catch (DataPlaneException untold) {
        // This database is left out of the result.
      }
    }
    return told;
  }

  /**
   * Returns why a client cannot log in with the database's credentials and run a query, with the
   * remedy; empty when it can. Takes as long as a login.
   */
  Optional<String> loginProblem(UUID id);

  /**
   * Sets a new password on the running database, and reverts what locks clients out. The previous
   * password becomes invalid; open sessions continue.
   *
   * <p>If this is interrupted, the database has either the old or the new password; the credentials
   * are correct at the latest after the next start of the data plane, or another reset.
   *
   * @return the new credentials
   * @throws DataPlaneException when the database does not run, or the password cannot be set; the
   *     message says why
   */
  Credentials resetCredentials(UUID id);

  /**
   * Makes the running database use, from its next start on, the image that the data plane has now
   * for new data of its release: a newer minor release or another build. If that may sort text in
   * another order than the database's indexes, the indexes are rebuilt before that start, or the
   * upgrade is refused. Nothing changes until the next start. Takes a minute at most.
   *
   * <p>Once the method has returned, the upgrade is pending across restarts of this process, and
   * copies of the data inherit it.
   *
   * @param reindex whether indexes may be rebuilt
   * @return whether a restart is due; false, with nothing changed, when the database uses that
   *     image already
   * @throws DataPlaneException when the database does not run or cannot use the image; the message
   *     gives the reason and the remedy
   */
  default boolean upgradeImage(UUID id, boolean reindex) {
    throw new DataPlaneException(
        "this cluster has no images: its databases run the engines installed on its machine, and use a newly installed minor release after a restart");
  }

  /**
   * Opens a connection to the running database's server, for a client that cannot reach it
   * directly. The client still has to log in. The connection ends with the server, and must be
   * closed by the caller. Takes some seconds at most.
   *
   * @throws DataPlaneException when the database does not run, or its server cannot be reached; the
   *     message says why
   */
  default ClientConnection openConnection(UUID id) {
    throw new DataPlaneException("this data plane cannot open connections to its databases");
  }
}
