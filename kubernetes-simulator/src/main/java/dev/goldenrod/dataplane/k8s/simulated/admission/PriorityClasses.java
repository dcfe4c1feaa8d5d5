package dev.goldenrod.dataplane.k8s.simulated.admission;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rejects pods of an unknown priority class. Only the classes that every cluster has are known. */
public final class PriorityClasses implements Admission {
  private static final Set<String> KNOWN =
      Set.of("", "system-cluster-critical", "system-node-critical");

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    String name = Tree.text(object, "spec", "priorityClassName");
    if (type == ResourceType.POD && before == null && !KNOWN.contains(name)) {
      throw ApiError.forbidden(
          type, Tree.name(object), "no PriorityClass with name %s was found".formatted(name));
    }
  }
}
