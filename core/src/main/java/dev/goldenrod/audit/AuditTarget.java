package dev.goldenrod.audit;

import java.util.Objects;

/**
 * What an audit event changed, as it is called now.
 *
 * @param name empty if it has none
 * @param database the name of a snapshot's database; empty for other kinds, and if it was deleted
 */
public record AuditTarget(String name, String database) {
  public AuditTarget {
    Objects.requireNonNull(name);
    Objects.requireNonNull(database);
  }
}
