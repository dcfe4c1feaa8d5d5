package dev.goldenrod.console.golden;

import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.SourcePasswords;
import dev.goldenrod.source.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the form of a source; what was not given is empty.
 *
 * @param secret the name of the secret; empty if the password is kept
 * @param isKept whether an admin has typed the password
 */
public record SourceForm(
    String host,
    String port,
    String database,
    String user,
    String sslmode,
    String secret,
    String cluster,
    boolean isSensitive,
    boolean isKept) {
  static final SourceForm EMPTY = new SourceForm("", "5432", "", "", "", "", "", false, false);

  /** What each {@code sslmode} means, the safest first; empty is {@code prefer}. */
  public static final Map<String, String> ENCRYPTIONS = encryptions();

  private static final List<String> TEXTS = List.of("host", "dbname", "username", "sslmode");

  private static Map<String, String> encryptions() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("verify-full", "required, with a certificate for this host");
    modes.put("verify-ca", "required, with a certificate of a known authority");
    modes.put("require", "required, without a check of the certificate");
    modes.put("", "if the server offers it");
    modes.put("allow", "only if the server requires it");
    modes.put("disable", "never");
    return modes;
  }

  /** Returns the encryption in words. */
  public String encryption() {
    return Objects.requireNonNullElse(ENCRYPTIONS.get(sslmode), sslmode);
  }

  static SourceForm of(Source source) {
    boolean isKept = SourcePasswords.isKept(source);
    return new SourceForm(
        text(source, "host"),
        text(source, "port"),
        text(source, "dbname"),
        text(source, "username"),
        text(source, "sslmode").replaceFirst("^prefer$", ""),
        isKept ? "" : source.scopedCredsRef(),
        source.cluster(),
        source.isSensitive(),
        isKept);
  }

  /** Returns a value of the source's config as text; empty if it has none. */
  static String text(Source source, String key) {
    Object value = source.config().get(key);
    return value == null ? "" : value.toString();
  }

  /** Returns the config with the values that were typed, and others as they were. */
  static Map<String, @Nullable Object> config(Visit visit, Map<String, @Nullable Object> before) {
    Map<String, @Nullable Object> config = new LinkedHashMap<>(before);
    TEXTS.forEach(key -> put(config, key, visit.field(key)));
    config.remove("port");
    if (!visit.field("port").isEmpty()) {
      config.put("port", visit.number("port", 0));
    }
    put(config, Source.CLUSTER, visit.field("cluster"));
    config.remove(Source.SENSITIVE);
    if (visit.isChecked("sensitive")) {
      config.put(Source.SENSITIVE, true);
    }
    return config;
  }

  private static void put(Map<String, @Nullable Object> config, String key, String value) {
    config.remove(key);
    if (!value.isEmpty()) {
      config.put(key, value);
    }
  }
}
