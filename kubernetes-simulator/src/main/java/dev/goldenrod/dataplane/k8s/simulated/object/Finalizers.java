package dev.goldenrod.dataplane.k8s.simulated.object;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes the finalizers of an object's metadata. */
public final class Finalizers {
  private Finalizers() {}

  public static boolean has(JsonObject object, String finalizer) {
    return Tree.texts(object, "metadata", "finalizers").contains(finalizer);
  }

  public static void add(JsonObject object, String finalizer) {
    if (!has(object, finalizer)) {
      List<String> all = new ArrayList<>(Tree.texts(object, "metadata", "finalizers"));
      all.add(finalizer);
      Tree.ensure(object, "metadata").add("finalizers", Tree.array(all));
    }
  }

  public static void remove(JsonObject object, String finalizer) {
    List<String> all = new ArrayList<>(Tree.texts(object, "metadata", "finalizers"));
    all.remove(finalizer);
    if (all.isEmpty()) {
      Tree.ensure(object, "metadata").remove("finalizers");
    } else {
      Tree.ensure(object, "metadata").add("finalizers", Tree.array(all));
    }
  }
}
