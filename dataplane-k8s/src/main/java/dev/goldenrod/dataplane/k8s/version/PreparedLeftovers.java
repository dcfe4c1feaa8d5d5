package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Removes objects that killed or overtaken servers have left while making data. */
record PreparedLeftovers(ClusterApi cluster) {
  private static final String SUFFIX = "-[0-9a-f]{8}";
  private static final int SUFFIX_DIGITS = 8;

  /** Returns the name of a staging place for the data of that name. */
  static String stagingName(String name, UUID id) {
    return name + "-" + id.toString().substring(0, SUFFIX_DIGITS);
  }

  /** Removes staging objects once the result exists. Another server still at work fails then. */
  void sweep(String name, String label) {
    Pattern staging = staging(name);
    cluster.secrets().cache().list().stream()
        .map(Metadata::name)
        .filter(found -> staging.matcher(found).matches())
        .forEach(cluster.secrets()::deleteWithDependents);
    sweepSnapshots(label);
  }

  void sweepSnapshots(String label) {
    cluster.contents().cache().list().stream()
        .flatMap(content -> Labels.id(content, label).stream())
        .distinct()
        .filter(id -> isAbandoned(label, id))
        .forEach(id -> discard(label, id));
  }

  static Pattern staging(String name) {
    return Pattern.compile(Pattern.quote(name) + SUFFIX);
  }

  void discard(String label, UUID id) {
    discard(label, id, content -> true);
  }

  /** Deletes the contents with that label, and the driver's snapshots with them. */
  void discard(String label, UUID id, Predicate<DynamicKubernetesObject> condition) {
    cluster.contents().list(selector(label, id)).stream()
        .filter(condition)
        .forEach(
            content -> {
              // Deletes the driver's snapshot too; the policy may have been changed by hand.
              cluster.contents().merge(Metadata.name(content), SnapshotManifests.deletePatch());
              cluster.contents().delete(Metadata.name(content));
            });
  }

  /** The maker's Secret exists from before the snapshot until the result is saved. */
  boolean isAbandoned(String label, UUID id) {
    boolean isKnown =
        cluster.secrets().cache().list().stream()
            .anyMatch(secret -> Labels.id(secret, label).filter(id::equals).isPresent());
    return !isKnown && cluster.secrets().list(selector(label, id)).isEmpty();
  }

  private static String selector(String label, UUID id) {
    return label + "=" + id;
  }
}
