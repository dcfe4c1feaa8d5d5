package dev.goldenrod.control.database;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks that a cluster can run an engine version. */
record EngineCheck(ControlContext context) {
  /**
   * Checks that the cluster can run the version; passes if it cannot be asked, because a missing
   * version shows when the cluster gets the work.
   */
  void requireAvailable(Cluster cluster, DatabaseType type, String version) {
    List<EngineVersion> known;
    try {
      known = context.loop().dataPlanes().call(cluster.id(), DataPlane::engines).orElse(List.of());
    } catch (DataPlaneException offline) {
      return;
    }
    List<EngineVersion> ofType =
        known.stream().filter(one -> one.type().equals(type.wireName())).toList();
    Optional<EngineVersion> wanted =
        ofType.stream().filter(one -> one.version().equals(version)).findFirst();
    if (!known.isEmpty() && wanted.filter(EngineVersion::isAvailable).isEmpty()) {
      throw ControlPlaneException.invalidBecause(
          "version",
          "'%s' of %s is not available: %s"
              .formatted(
                  version,
                  type.wireName(),
                  wanted.map(EngineVersion::message).orElseGet(() -> others(ofType))));
    }
  }

  private static String others(List<EngineVersion> ofType) {
    return ofType.stream()
        .filter(EngineVersion::isAvailable)
        .map(EngineVersion::version)
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining(", "),
                versions -> "this data plane has " + (versions.isEmpty() ? "none" : versions)));
  }
}
