package dev.goldenrod.dataplane.local.secret;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which sources a secret may be shown to.
 *
 * @param host null for every host
 * @param dbname null for every database
 */
public record SecretBinding(@Nullable String host, @Nullable String dbname) {
  /** The binding of a secret that may be shown to every source. */
  public static final SecretBinding NONE = new SecretBinding(null, null);

  /** Whether the secret may be shown to that source. Hosts are compared without case. */
  public boolean allows(String sourceHost, String sourceDbname) {
    boolean hostFits = host == null || host.equalsIgnoreCase(sourceHost);
    boolean dbnameFits = dbname == null || dbname.equals(sourceDbname);
    return hostFits && dbnameFits;
  }

  /** The binding for messages, as in {@code host 'db.example' and database 'shop'}. */
  public String describe() {
    Optional<String> ofHost = Optional.ofNullable(host).map("host '%s'"::formatted);
    Optional<String> ofDbname = Optional.ofNullable(dbname).map("database '%s'"::formatted);
    return ofHost
        .map(text -> ofDbname.map(more -> text + " and " + more).orElse(text))
        .or(() -> ofDbname)
        .orElse("no source");
  }
}
