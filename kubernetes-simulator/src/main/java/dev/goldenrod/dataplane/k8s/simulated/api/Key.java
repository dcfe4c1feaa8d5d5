package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Comparator;

/** The key of an object within its type. Cluster-scoped objects have an empty namespace. */
public record Key(String namespace, String name) implements Comparable<Key> {
  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::namespace).thenComparing(Key::name);

  public static Key of(JsonObject object) {
    return new Key(Tree.namespace(object), Tree.name(object));
  }

  @Override
  public int compareTo(Key other) {
    return ORDER.compare(this, other);
  }
}
