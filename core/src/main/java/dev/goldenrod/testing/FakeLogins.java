package dev.goldenrod.testing;

import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Whether the logins that clients were given still work. */
final class FakeLogins {
  private final Map<UUID, String> shutOut = new HashMap<>();

  void shutOut(UUID id, String reason) {
    shutOut.put(id, reason);
  }

  /** As a start of the database does, and other credentials. */
  void letIn(UUID id) {
    shutOut.remove(id);
  }

  /** Why clients cannot log in to a database that runs. */
  Optional<String> problem(FakeDatabase database) {
    return Optional.ofNullable(shutOut.get(database.spec().id()))
        .or(
            () ->
                Optional.of(
                        "its password was changed; restart the database, or reset its credentials (POST …/credentials/reset)")
                    .filter(changed -> database.isPasswordChanged()));
  }

  /** The database as it is seen, which tells so when it runs. */
  DatabaseObservation observe(FakeDatabase database) {
    DatabaseObservation seen = database.observation();
    if (seen.state() != DatabaseState.READY) {
      return seen;
    }
    return problem(database)
        .map(why -> "the login that Goldenrod knows no longer works: " + why)
        .map(message -> DatabaseObservation.ready(seen.generation(), seen.endpoint(), message))
        .orElse(seen);
  }
}
