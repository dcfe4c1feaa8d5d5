package dev.goldenrod.e2e;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Summarizes Goldenrod's objects in a cluster as counts and names for comparison. */
final class ClusterObjects {
  private static final String DATABASE = "goldenrod.dev/database";
  private static final String SNAPSHOT = "goldenrod.dev/snapshot";
  private static final String VERSION = "goldenrod.dev/version";
  private static final String BLANK = "goldenrod.dev/blank";
  private static final String IMPORT = "goldenrod.dev/import";

  private static final List<ResourceType> OF_DATABASES =
      List.of(
          ResourceType.SECRET,
          ResourceType.STATEFUL_SET,
          ResourceType.POD,
          ResourceType.SERVICE,
          ResourceType.CLAIM,
          ResourceType.CONFIG_MAP,
          ResourceType.NETWORK_POLICY);

  private ClusterObjects() {}

  static Map<String, List<String>> found(SimulatedCluster cluster) {
    Map<String, List<String>> found = new TreeMap<>();
    OF_DATABASES.forEach(
        type -> found.put("databases of " + type.plural(), labels(cluster, type, DATABASE)));
    for (ResourceType type : List.of(ResourceType.VOLUME_SNAPSHOT, ResourceType.SNAPSHOT_CONTENT)) {
      found.put("databases of " + type.plural(), labels(cluster, type, DATABASE));
    }
    found.put("snapshots", labels(cluster, ResourceType.VOLUME_SNAPSHOT, SNAPSHOT));
    found.put("secrets of snapshots", labels(cluster, ResourceType.SECRET, SNAPSHOT));
    found.put("imports", labels(cluster, ResourceType.SECRET, IMPORT));
    found.put("versions", count(labels(cluster, ResourceType.SECRET, VERSION)));
    found.put("volumes", count(cluster.storage().volumeHandles()));
    found.put("drivers' snapshots", count(cluster.storage().snapshotHandles()));
    return found;
  }

  /**
   * @param databases ids of all databases and instances, which are running
   * @param versions number of golden versions
   */
  static Map<String, List<String>> expected(
      SimulatedCluster cluster,
      Collection<String> databases,
      Collection<String> snapshots,
      int versions) {
    Map<String, List<String>> expected = new TreeMap<>();
    OF_DATABASES.forEach(
        type -> expected.put("databases of " + type.plural(), sorted(databases.stream())));
    expected.put("databases of volumesnapshots", List.of());
    expected.put("databases of volumesnapshotcontents", List.of());
    expected.put("snapshots", sorted(snapshots.stream()));
    expected.put("secrets of snapshots", sorted(snapshots.stream()));
    expected.put("imports", List.of());
    expected.put("versions", count(versions));
    expected.put("volumes", count(databases.size()));
    int blanks = labels(cluster, ResourceType.SECRET, BLANK).size();
    expected.put("drivers' snapshots", count(versions + snapshots.size() + blanks));
    return expected;
  }

  /** Returns the label's value of each object; a value may occur several times. */
  private static List<String> labels(SimulatedCluster cluster, ResourceType type, String label) {
    String namespace = type.namespaced() ? ServersOnCluster.NAMESPACE : "";
    List<JsonObject> all = cluster.objects().store().list(type, namespace);
    return sorted(
        all.stream()
            .map(object -> Tree.map(object, "metadata", "labels").getOrDefault(label, ""))
            .filter(id -> !id.isEmpty()));
  }

  private static List<String> sorted(Stream<String> ids) {
    return ids.sorted().toList();
  }

  private static List<String> count(Collection<String> all) {
    return count(all.size());
  }

  private static List<String> count(int number) {
    return List.of(Integer.toString(number));
  }
}
