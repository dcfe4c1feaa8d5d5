package dev.goldenrod.port;

import dev.goldenrod.instance.InstanceSize;
import java.util.Objects;
import java.util.UUID;

/**
 * What a clone is to be.
 *
 * @param id the instance's id
 * @param generation which copy of the version is wanted: a clone of a lower generation is thrown
 *     away and made anew; its endpoint, user name and password stay. A clone of a higher one is
 *     left as it is: the call came late
 */
public record CloneSpec(
    UUID id, String namespace, VersionRef version, InstanceSize size, int generation) {
  public CloneSpec {
    Objects.requireNonNull(id);
    Objects.requireNonNull(namespace);
    Objects.requireNonNull(version);
    Objects.requireNonNull(size);
  }
}
