package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.VersionVolumes;

/**
 * The volumes of all golden versions.
 *
 * @param imported those of imports into this data plane
 * @param registered copies of those that an admin registered
 */
public record GoldenVolumes(KubernetesVersions imported, RegisteredVersions registered)
    implements VersionVolumes {
  @Override
  public boolean remove(VersionRef version) {
    boolean noneImported = imported.remove(version);
    return registered.remove(version) && noneImported;
  }
}
