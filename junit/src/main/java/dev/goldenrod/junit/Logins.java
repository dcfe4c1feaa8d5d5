package dev.goldenrod.junit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.instance.Credentials;

/** Logins as the API has them. */
final class Logins {
  private Logins() {}

  /**
   * The login that the object has.
   *
   * @param database the name of its field with the database's name
   */
  static Credentials of(JsonNode login, String database) {
    return new Credentials(
        login.path("uri").asText(),
        login.path("host").asText(),
        login.path("port").asInt(),
        login.path(database).asText(),
        login.path("username").asText(),
        login.path("password").asText());
  }
}
