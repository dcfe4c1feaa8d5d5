package dev.goldenrod.dataplane.k8s;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** The pods of an import over time, and the ports that network policies let them reach. */
final class ImportedPods {
  private final SimulatedCluster cluster;
  private final String namespace;
  private final UUID id;
  private final Map<String, Set<Integer>> portsReached = new TreeMap<>();
  private int mostAtOnce;

  ImportedPods(SimulatedCluster cluster, String namespace, UUID id) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.id = id;
  }

  /** Records the current pods; fails if no policy selects a pod. */
  void look() {
    List<JsonObject> pods =
        cluster
            .objects()
            .list(ResourceType.POD, namespace, Selector.parse(Labels.IMPORT + "=" + id, ""));
    mostAtOnce = Math.max(mostAtOnce, pods.size());
    pods.forEach(
        pod ->
            portsReached
                .computeIfAbsent(Tree.name(pod), name -> new TreeSet<>())
                .addAll(ports(Tree.map(pod, "metadata", "labels"))));
  }

  /** Returns the ports by the names of all pods seen. */
  Map<String, Set<Integer>> portsReached() {
    return portsReached;
  }

  int mostAtOnce() {
    return mostAtOnce;
  }

  private Set<Integer> ports(Map<String, String> pod) {
    List<JsonObject> policies =
        cluster.objects().list(ResourceType.NETWORK_POLICY, namespace, Selector.any()).stream()
            .filter(
                policy ->
                    pod.entrySet()
                        .containsAll(
                            Tree.map(policy, "spec", "podSelector", "matchLabels").entrySet()))
            .toList();
    if (policies.isEmpty()) {
      throw new AssertionError("no policy selects a pod with the labels " + pod);
    }
    Set<Integer> ports = new TreeSet<>();
    for (JsonObject policy : policies) {
      for (JsonObject rule : Tree.objects(policy, "spec", "egress")) {
        Tree.objects(rule, "ports").forEach(port -> ports.add(port.get("port").getAsInt()));
      }
    }
    return ports;
  }
}
