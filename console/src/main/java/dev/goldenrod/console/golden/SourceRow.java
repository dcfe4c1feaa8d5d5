package dev.goldenrod.console.golden;

import dev.goldenrod.control.SourcePasswords;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Instant;
import java.util.UUID;

/**
 * A source as lists show it; what was not given is empty.
 *
 * @param address host and port
 * @param isKept whether an admin has typed the password
 * @param cluster the cluster that its imports run in
 * @param isSensitive whether imports without masking are refused
 */
public record SourceRow(
    UUID id,
    SourceKind kind,
    String address,
    String database,
    String user,
    String secret,
    boolean isKept,
    String cluster,
    boolean isSensitive,
    Instant createdAt) {
  static SourceRow of(Source source) {
    String host = SourceForm.text(source, "host");
    String port = SourceForm.text(source, "port");
    return new SourceRow(
        source.id(),
        source.kind(),
        port.isEmpty() ? host : host + ":" + port,
        SourceForm.text(source, "dbname"),
        SourceForm.text(source, "username"),
        source.scopedCredsRef(),
        SourcePasswords.isKept(source),
        source.cluster(),
        source.isSensitive(),
        source.createdAt());
  }

  /** Returns the address and the database in one line, or the id of a source without both. */
  public String label() {
    return address + afterAddress();
  }

  /** Returns the part of the label after the address, where a narrow table may break it. */
  public String afterAddress() {
    if (address.isEmpty()) {
      return database.isEmpty() ? id.toString().substring(0, 8) : database;
    }
    return database.isEmpty() ? "" : "/" + database;
  }

  public String path() {
    return SourcePages.path(id);
  }

  /** Returns where the password is, for people. */
  public String passwordText() {
    if (secret.isEmpty()) {
      return "not given";
    }
    return isKept ? "typed by an admin" : "secret " + secret;
  }

  /** Returns whether goldens can be imported from sources of this kind. */
  public boolean isImportable() {
    return kind == SourceKind.RDS;
  }
}
