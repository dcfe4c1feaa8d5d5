package dev.goldenrod.port;

import java.time.Duration;
import java.util.UUID;

/**
 * The schemas of running databases, as the login sees them that clients are given. The calls take
 * as long as the engine does, seconds at most for all but huge schemas; when the time that they
 * have is over, they end what they began and throw.
 */
public interface DatabaseSchemas {
  /**
   * The schema as statements of the engine that make it anew, without data.
   *
   * @throws DataPlaneException when the database does not run, its engine or release has no such
   *     thing here, its schema is too large, or the time is over; the message says why
   */
  String ddl(UUID id, Duration atMost);

  /**
   * The statements that turn one schema into another. Each is tried on the first database, which is
   * left changed.
   *
   * @param trial the database that begins with the schema to change; a copy that is used for
   *     nothing else
   * @param target the database that has the schema to end with; left as it is
   * @throws DataPlaneException as {@link #ddl} does
   */
  SchemaChanges changes(UUID trial, UUID target, Duration atMost);
}
