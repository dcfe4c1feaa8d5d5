package dev.goldenrod.dataplane.local.imports;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the probe found out about the source's database.
 *
 * @param version as in {@code 15.13}
 * @param tables that have data of their own, so that progress can be counted
 * @param comment of the database
 */
record SourceFacts(
    int major,
    String version,
    String database,
    long sizeBytes,
    long tables,
    SourceLocale locale,
    List<Role> roles,
    List<Membership> memberships,
    List<Setting> settings,
    List<Extension> extensions,
    @Nullable String comment) {

  /**
   * How the database encodes and compares text.
   *
   * @param provider {@code c} for the system's library, {@code i} for ICU, {@code b} for built in
   * @param name the provider's own locale; null for the system's library
   */
  record SourceLocale(
      String encoding, String provider, String collate, String ctype, @Nullable String name) {}

  /** A role that owns something, is granted something or is named by a policy. */
  record Role(String name, boolean inherits) {}

  /** One role being a member of another. */
  record Membership(String group, String member) {}

  /**
   * A setting stored with the database.
   *
   * @param role for that role only; null for every session
   */
  record Setting(@Nullable String role, String key, String value) {}

  /**
   * An installed extension.
   *
   * @param tables its tables and sequences, as {@code schema name}
   */
  record Extension(String name, String schema, List<String> tables) {}
}
