package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.instance.Credentials;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Credentials as Secret data, under the keys of the Service Binding specification. */
final class CredentialData {
  /** Present only with TLS. */
  static final String SSL_MODE = "sslmode";

  private static final String PROVIDER = "goldenrod";

  private CredentialData() {}

  static String type(Credentials credentials) {
    return credentials.scheme();
  }

  static Map<String, byte[]> of(Credentials credentials) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("type", type(credentials));
    values.put("provider", PROVIDER);
    values.put("host", credentials.host());
    values.put("port", Integer.toString(credentials.port()));
    values.put("username", credentials.username());
    values.put("password", credentials.password());
    values.put("database", credentials.dbname());
    values.put("uri", credentials.uri());
    if (!credentials.sslmode().isEmpty()) {
      values.put(SSL_MODE, credentials.sslmode());
    }
    Map<String, byte[]> data = new LinkedHashMap<>();
    values.forEach((key, value) -> data.put(key, value.getBytes(StandardCharsets.UTF_8)));
    return data;
  }

  /** Parses credentials; returns empty if any key is missing or inconsistent with the others. */
  static Optional<Credentials> read(@Nullable Map<String, byte[]> data) {
    if (data == null || !text(data, "port").matches("[0-9]{1,5}")) {
      return Optional.empty();
    }
    Credentials read =
        new Credentials(
            text(data, "uri"),
            text(data, "host"),
            Integer.parseInt(text(data, "port")),
            text(data, "database"),
            text(data, "username"),
            text(data, "password"),
            text(data, SSL_MODE));
    return Optional.of(read).filter(one -> one.uri().indexOf(':') > 0 && isOf(data, one));
  }

  private static boolean isOf(Map<String, byte[]> data, Credentials credentials) {
    Map<String, byte[]> whole = of(credentials);
    return whole.keySet().stream().allMatch(key -> text(whole, key).equals(text(data, key)));
  }

  private static String text(Map<String, byte[]> data, String key) {
    return new String(data.getOrDefault(key, new byte[0]), StandardCharsets.UTF_8);
  }
}
