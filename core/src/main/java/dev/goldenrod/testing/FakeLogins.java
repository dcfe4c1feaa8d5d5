package dev.goldenrod.testing;

import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Simulates problems with the clients' login. */
final class FakeLogins {
  private final Map<UUID, String> shutOut = new HashMap<>();

  void shutOut(UUID id, String reason) {
    shutOut.put(id, reason);
  }

  /** Ends {@link #shutOut}, as a start of the database or a reset of its credentials does. */
  void endShutOut(UUID id) {
    shutOut.remove(id);
  }

  Optional<String> problem(FakeDatabase database) {
    return Optional.ofNullable(shutOut.get(database.spec().id()))
        .or(
            () ->
                Optional.of(
                        "its password was changed; restart the database, or reset its credentials (POST …/credentials/reset)")
                    .filter(changed -> database.isPasswordChanged()));
  }

  /** Returns the observation; that of a running database includes its login problem. */
  DatabaseObservation observe(FakeDatabase database) {
    DatabaseObservation seen = database.observation();
    if (seen.state() != DatabaseState.READY) {
      return seen;
    }
    return problem(database)
        .map(why -> "the login stored by Goldenrod no longer works: " + why)
        .map(message -> DatabaseObservation.ready(seen.generation(), seen.endpoint(), message))
        .orElse(seen);
  }
}
