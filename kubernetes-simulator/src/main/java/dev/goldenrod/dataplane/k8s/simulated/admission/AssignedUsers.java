package dev.goldenrod.dataplane.k8s.simulated.admission;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.Admission;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns pods the user and the group of their namespace, and rejects pods that name a user outside
 * the namespace's range, as OpenShift does with the security context constraint {@code
 * restricted-v2}.
 */
public record AssignedUsers(ObjectStore store) implements Admission {
  /** The annotation with the first and the number of user IDs, as in {@code 1000650000/10000}. */
  public static final String RANGE = "openshift.io/sa.scc.uid-range";

  @Override
  public void admit(ResourceType type, @Nullable JsonObject before, JsonObject object) {
    if (type != ResourceType.POD || before != null) {
      return;
    }
    store
        .find(ResourceType.NAMESPACE, new Key("", Tree.namespace(object)))
        .map(namespace -> Tree.text(namespace, "metadata", "annotations", RANGE))
        .filter(range -> !range.isEmpty())
        .ifPresent(range -> assign(object, range));
  }

  private static void assign(JsonObject pod, String range) {
    long first = Long.parseLong(range.split("/")[0]);
    long last = first + Long.parseLong(range.split("/")[1]) - 1;
    JsonObject context = Tree.ensure(pod, "spec", "securityContext");
    for (String field : List.of("runAsUser", "fsGroup")) {
      long named = Tree.number(context, first, field);
      if (named < first || named > last) {
        throw ApiError.forbidden(
            ResourceType.POD,
            Tree.name(pod),
            "unable to validate against any security context constraint: provider restricted-v2: .%s: Invalid value: %d: must be in the ranges: [%d, %d]"
                .formatted(field, named, first, last));
      }
      context.addProperty(field, named);
    }
  }
}
