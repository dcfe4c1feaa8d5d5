package dev.goldenrod.dataplane.local.secret;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sources to which a secret may be sent; null allows every host or every database. */
public record SecretBinding(@Nullable String host, @Nullable String dbname) {
  /** A binding that allows every source. */
  public static final SecretBinding NONE = new SecretBinding(null, null);

  /** Returns whether the secret may be sent to the source. Host names are case-insensitive. */
  public boolean allows(String sourceHost, String sourceDbname) {
    boolean hostFits = host == null || host.equalsIgnoreCase(sourceHost);
    boolean dbnameFits = dbname == null || dbname.equals(sourceDbname);
    return hostFits && dbnameFits;
  }

  /** Returns a description such as {@code host 'db.example' and database 'shop'}. */
  public String describe() {
    Optional<String> ofHost = Optional.ofNullable(host).map("host '%s'"::formatted);
    Optional<String> ofDbname = Optional.ofNullable(dbname).map("database '%s'"::formatted);
    return ofHost
        .map(text -> ofDbname.map(more -> text + " and " + more).orElse(text))
        .or(() -> ofDbname)
        .orElse("no source");
  }
}
