package dev.goldenrod.port;

import java.time.Duration;
import java.util.UUID;

/**
 * The schemas of running databases, as the clients' login sees them. A call takes as long as the
 * engine does: seconds at most for all but huge schemas. When its time limit is over, it aborts and
 * throws.
 */
public interface DatabaseSchemas {
  /**
   * Returns statements, in the engine's SQL, that create the schema without data.
   *
   * @throws DataPlaneException when the database does not run, this is not supported for its engine
   *     or release, its schema is too large, or the time limit is over; the message says why
   */
  String ddl(UUID id, Duration atMost);

  /**
   * Returns the statements that turn one schema into another. Each is tried on the first database,
   * which is left changed.
   *
   * @param trial a database with the schema to change; a copy that is used for nothing else
   * @param target a database with the resulting schema; it is not changed
   * @throws DataPlaneException as {@link #ddl} does
   */
  SchemaChanges changes(UUID trial, UUID target, Duration atMost);
}
