package dev.goldenrod.dataplane.k8s.simulated.storage;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import org.jspecify.annotations.Nullable;

/** Assigns the cluster's default storage class to new claims. */
public record DefaultStorageClass(ObjectStore store) implements Admission {
  private static final String IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type == ResourceType.CLAIM
        && before == null
        && !Tree.has(object, "spec", "storageClassName")) {
      store.list(ResourceType.STORAGE_CLASS, "").stream()
          .filter(one -> Tree.text(one, "metadata", "annotations", IS_DEFAULT).equals("true"))
          .findFirst()
          .ifPresent(
              one -> Tree.ensure(object, "spec").addProperty("storageClassName", Tree.name(one)));
    }
  }
}
