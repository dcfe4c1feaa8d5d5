package dev.goldenrod.dataplane.k8s.simulated;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.Conditions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;

record InitialObjects(ObjectApi api) {
  void create() {
    List.of("default", "kube-system").forEach(name -> create(ResourceType.NAMESPACE, named(name)));
    createNode();
    create(ResourceType.CSI_DRIVER, driver());
    create(ResourceType.STORAGE_CLASS, storageClass());
    create(ResourceType.SNAPSHOT_CLASS, snapshotClass());
  }

  private void create(ResourceType type, JsonObject object) {
    api.create(type, "", object);
  }

  private void createNode() {
    JsonArray addresses = new JsonArray();
    addresses.add(Tree.of("type", "InternalIP", "address", "127.0.0.1"));
    addresses.add(Tree.of("type", "Hostname", "address", Node.NAME));
    create(ResourceType.NODE, named(Node.NAME));
    api.update(
        ResourceType.NODE,
        "",
        Node.NAME,
        WriteScope.ALL,
        is -> {
          Tree.ensure(is, "metadata", "labels").addProperty("kubernetes.io/arch", "amd64");
          Tree.ensure(is, "status").add("addresses", addresses);
          Conditions.set(Tree.ensure(is, "status"), "Ready", true, "KubeletReady", "");
          return is;
        });
  }

  static JsonObject named(String name) {
    return Tree.of("metadata", Tree.of("name", name));
  }

  private static JsonObject driver() {
    JsonObject driver = named(SimulatedCluster.DRIVER);
    driver.add("spec", Tree.of("attachRequired", false, "fsGroupPolicy", "File"));
    return driver;
  }

  private static JsonObject storageClass() {
    JsonObject made = named(SimulatedCluster.STORAGE_CLASS);
    Tree.ensure(made, "metadata", "annotations")
        .addProperty("storageclass.kubernetes.io/is-default-class", "true");
    made.addProperty("provisioner", SimulatedCluster.DRIVER);
    made.addProperty("allowVolumeExpansion", true);
    return made;
  }

  private static JsonObject snapshotClass() {
    JsonObject made = named(SimulatedCluster.SNAPSHOT_CLASS);
    made.addProperty("driver", SimulatedCluster.DRIVER);
    made.addProperty("deletionPolicy", "Delete");
    return made;
  }
}
