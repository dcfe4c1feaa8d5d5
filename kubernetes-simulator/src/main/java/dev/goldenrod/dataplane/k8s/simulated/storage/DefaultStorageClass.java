package dev.goldenrod.dataplane.k8s.simulated.storage;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Admission;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.store.ObjectStore;
import org.jspecify.annotations.Nullable;

/** Assigns the cluster's default storage class to new claims. */
public final class DefaultStorageClass implements Admission {
  private static final String IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";

  private final ObjectStore store;

  public DefaultStorageClass(ObjectStore store) {
    this.store = store;
  }

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type == ResourceTypes.CLAIM
        && before == null
        && !Tree.has(object, "spec", "storageClassName")) {
      store.list(ResourceTypes.STORAGE_CLASS, "").stream()
          .filter(one -> Tree.text(one, "metadata", "annotations", IS_DEFAULT).equals("true"))
          .findFirst()
          .ifPresent(
              one -> Tree.ensure(object, "spec").addProperty("storageClassName", Tree.name(one)));
    }
  }
}
