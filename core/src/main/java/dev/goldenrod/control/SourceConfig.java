package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses and validates a source's {@code config}. */
final class SourceConfig {
  private static final int DEFAULT_PORT = 5432;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:-]{1,253}");
  private static final Pattern SECRET_NAME = Pattern.compile("(?!\\.{1,2}$)[a-z0-9.-]{1,253}");
  private static final List<String> SECRET_WORDS =
      List.of("password", "passwd", "pwd", "secret", "token", "credential", "private", "api_key");

  private SourceConfig() {}

  static void validate(Map<String, @Nullable Object> config) {
    requireNoSecret(config);
    host(config);
    port(config);
    requireOneLine("dbname", text(config, "dbname"));
    requireOneLine("username", text(config, "username"));
    sslmode(config);
    text(config, Source.CLUSTER);
    requireFlag(config, Source.SENSITIVE);
  }

  /** A value of another type would leave a source unprotected that its owner believes protected. */
  private static void requireFlag(Map<String, @Nullable Object> config, String key) {
    Object value = config.get(key);
    if (value != null && !(value instanceof Boolean)) {
      throw ControlPlaneException.invalid("config." + key, "must be true or false");
    }
  }

  /** Data planes write the value unquoted into a line of a file. */
  private static void requireOneLine(String key, String value) {
    if (!value.equals(value.strip()) || value.chars().anyMatch(Character::isISOControl)) {
      throw ControlPlaneException.invalid(
          "config." + key, "must not contain control characters, or begin or end with whitespace");
    }
  }

  static Map<String, @Nullable Object> inCluster(
      Map<String, @Nullable Object> config, String cluster) {
    Object named = config.get(Source.CLUSTER);
    if (cluster.isEmpty() || cluster.equals(named)) {
      return config;
    }
    if (named != null && !named.equals("")) {
      throw ControlPlaneException.invalidBecause(
          Source.CLUSTER, "'%s' differs from config.cluster, '%s'".formatted(cluster, named));
    }
    Map<String, @Nullable Object> placed = new LinkedHashMap<>(config);
    placed.put(Source.CLUSTER, cluster);
    return placed;
  }

  static void requireSecretName(String name) {
    if (!name.isEmpty() && !SECRET_NAME.matcher(name).matches()) {
      throw ControlPlaneException.invalid(
          "scoped_creds_ref",
          "'" + name + "' must be 1 to 253 characters of a-z 0-9 - . but not '.' or '..'");
    }
  }

  /**
   * Returns the connection to the source.
   *
   * @throws ControlPlaneException if the host, the dbname or the secret's name is missing
   */
  static SourceConnection connection(Source source) {
    Map<String, @Nullable Object> config = source.config();
    required("host", host(config));
    required("dbname", text(config, "dbname"));
    return connection(config, required("scoped_creds_ref", source.scopedCredsRef()));
  }

  /** Returns the connection that the config describes; texts that it lacks are empty. */
  static SourceConnection connection(Map<String, @Nullable Object> config, String secret) {
    return new SourceConnection(
        host(config),
        port(config),
        text(config, "dbname"),
        text(config, "username"),
        sslmode(config),
        secret);
  }

  /** Requires what a password is bound to. */
  static void requireLogin(Map<String, @Nullable Object> config) {
    for (String key : List.of("host", "dbname", "username")) {
      if (text(config, key).isEmpty()) {
        throw ControlPlaneException.invalid(
            "config." + key, "must not be empty, because the password is for it alone");
      }
    }
  }

  private static String required(String key, String value) {
    if (value.isEmpty()) {
      throw ControlPlaneException.invalid("source_id", "names a source without " + key);
    }
    return value;
  }

  private static void requireNoSecret(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, nested) -> {
            requireNoSecretKey(String.valueOf(key));
            requireNoSecret(nested);
          });
    } else if (value instanceof List<?> list) {
      list.forEach(SourceConfig::requireNoSecret);
    }
  }

  private static void requireNoSecretKey(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    if (SECRET_WORDS.stream().anyMatch(lower::contains)) {
      throw ControlPlaneException.invalid(
          "config",
          "key '" + key + "' looks like a secret; name the secret in scoped_creds_ref instead");
    }
  }

  private static String host(Map<String, @Nullable Object> config) {
    String host = text(config, "host");
    if (!host.isEmpty() && !HOST.matcher(host).matches()) {
      throw ControlPlaneException.invalid(
          "config.host", "'" + host + "' is not a host name or address");
    }
    return host;
  }

  private static String sslmode(Map<String, @Nullable Object> config) {
    String mode = text(config, "sslmode");
    if (!mode.isEmpty() && !SourceConnection.SSL_MODES.contains(mode)) {
      throw ControlPlaneException.invalid(
          "config.sslmode", "'" + mode + "' must be one of " + SourceConnection.SSL_MODES);
    }
    return mode;
  }

  private static String text(Map<String, @Nullable Object> config, String key) {
    Object value = config.get(key);
    if (value == null) {
      return "";
    }
    if (value instanceof String text) {
      return text;
    }
    throw ControlPlaneException.invalid("config." + key, "must be a string");
  }

  private static int port(Map<String, @Nullable Object> config) {
    Object value = config.get("port");
    if (value == null) {
      return DEFAULT_PORT;
    }
    boolean whole = value instanceof Integer || value instanceof Long;
    if (whole && value instanceof Number port && port.longValue() > 0 && port.longValue() < 65536) {
      return port.intValue();
    }
    String must =
        value instanceof String
            ? "' is a string; it must be a number from 1 to 65535"
            : "' must be a number from 1 to 65535";
    throw ControlPlaneException.invalid("config.port", "'" + value + must);
  }
}
