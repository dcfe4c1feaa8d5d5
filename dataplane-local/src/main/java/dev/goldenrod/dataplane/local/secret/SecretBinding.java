package dev.goldenrod.dataplane.local.secret;

import dev.goldenrod.source.SourceConnection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sources to which a secret may be sent; null allows every host, port, database or user.
 *
 * @param port in decimal
 */
public record SecretBinding(
    @Nullable String host, @Nullable String port, @Nullable String dbname, @Nullable String user) {
  /** A binding that allows every source. */
  public static final SecretBinding NONE = new SecretBinding(null, null);

  /** A binding that allows every port and user. */
  public SecretBinding(@Nullable String host, @Nullable String dbname) {
    this(host, null, dbname, null);
  }

  /**
   * Returns the binding to exactly one host, port, database and user.
   *
   * @param user the user to log in as
   */
  public static SecretBinding to(SourceConnection source, String user) {
    return new SecretBinding(source.host(), Integer.toString(source.port()), source.dbname(), user);
  }

  /**
   * Returns whether the secret may be sent to the source. Host names are case-insensitive.
   *
   * @param user the user to log in as
   */
  public boolean allows(SourceConnection source, String user) {
    Map<String, String> actual = to(source, user).values();
    return values().entrySet().stream()
        .allMatch(it -> it.getValue().equals(actual.get(it.getKey())));
  }

  /** Returns a description such as {@code host 'db.example' and database 'shop'}. */
  public String describe() {
    return values().entrySet().stream()
        .map(it -> "%s '%s'".formatted(it.getKey(), it.getValue()))
        .collect(Collectors.joining(" and "));
  }

  /** Returns what is bound, by its name in messages. */
  private Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    put(values, "host", host == null ? null : host.toLowerCase(Locale.ROOT));
    put(values, "port", port);
    put(values, "database", dbname);
    put(values, "user", user);
    return values;
  }

  private static void put(Map<String, String> values, String name, @Nullable String value) {
    if (value != null) {
      values.put(name, value);
    }
  }
}
