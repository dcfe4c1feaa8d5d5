package dev.goldenrod.junit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.instance.Credentials;
import java.util.regex.Pattern;

/** Logins as the API has them. */
final class Logins {
  /** A name or an address: nothing that would be more than the host in a URL. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+]?");

  private Logins() {}

  /**
   * The login that the object has.
   *
   * @param database the name of its field with the database's name
   * @throws GoldenrodException when its host is none
   */
  static Credentials of(JsonNode login, String database) {
    return new Credentials(
        login.path("uri").asText(),
        host(login.path("host").asText()),
        login.path("port").asInt(),
        login.path(database).asText(),
        login.path("username").asText(),
        login.path("password").asText());
  }

  private static String host(String host) {
    if (!HOST.matcher(host).matches()) {
      throw new GoldenrodException("the server names '%s', which is no host".formatted(host));
    }
    return host;
  }
}
