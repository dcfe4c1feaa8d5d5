package dev.goldenrod.port;

import dev.goldenrod.instance.InstanceSize;
import java.util.Objects;
import java.util.UUID;

/**
 * What a database is to be: a copy of a golden version.
 *
 * @param id the instance's id
 * @param generation which copy of the version is wanted: one of a lower generation is thrown away
 *     and made anew; its endpoint, user name and password stay. One of a higher is left as it is:
 *     the call came late
 */
public record DatabaseSpec(
    UUID id, String namespace, VersionRef version, InstanceSize size, int generation) {
  public DatabaseSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(namespace);
    Objects.requireNonNull(version);
    Objects.requireNonNull(size);
  }
}
