package dev.goldenrod.http.tunnel;

import dev.goldenrod.control.Tunnels;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.Ids;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Scope;
import dev.goldenrod.tunnel.Tunnel;
import java.util.Optional;
import java.util.UUID;

/**
 * The target in the path of a tunnel.
 *
 * @param isDatabase whether the target is a database; otherwise it is an instance
 * @param key name of the database, or id of the instance
 */
record TunnelPath(boolean isDatabase, String key) {
  private static final String ALSO_UNDER = "/api";
  private static final String DATABASES = "/v1/databases/";
  private static final String INSTANCES = "/v1/instances/";
  private static final String TUNNEL = "/tunnel";

  static Optional<TunnelPath> of(String path) {
    String withoutPrefix =
        path.startsWith(ALSO_UNDER + DATABASES) ? path.substring(ALSO_UNDER.length()) : path;
    return between(withoutPrefix, DATABASES)
        .map(name -> new TunnelPath(true, name))
        .or(() -> between(path, INSTANCES).map(id -> new TunnelPath(false, id)));
  }

  private static Optional<String> between(String path, String prefix) {
    return Optional.of(path)
        .filter(it -> it.startsWith(prefix) && it.endsWith(TUNNEL))
        .filter(it -> it.length() > prefix.length() + TUNNEL.length())
        .map(it -> it.substring(prefix.length(), it.length() - TUNNEL.length()))
        .filter(key -> key.indexOf('/') < 0);
  }

  Scope.Kind scope() {
    return isDatabase ? Scope.Kind.DATABASE : Scope.Kind.GOLDEN;
  }

  Tunnel open(Tunnels tunnels, Caller caller) {
    return isDatabase ? tunnels.openToDatabase(caller, key) : tunnels.openToInstance(caller, id());
  }

  /** Throws the same errors as {@link #open}, without opening a tunnel. */
  void require(Tunnels tunnels, Caller caller) {
    if (isDatabase) {
      tunnels.requireDatabase(caller, key);
    } else {
      tunnels.requireInstance(caller, id());
    }
  }

  private UUID id() {
    return Ids.parse(key)
        .orElseThrow(
            () -> ApiException.invalid("invalid input: bad id", "id", "must be an instance's id"));
  }
}
