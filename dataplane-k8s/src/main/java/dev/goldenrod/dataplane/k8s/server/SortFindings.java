package dev.goldenrod.dataplane.k8s.server;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import io.kubernetes.client.common.KubernetesObject;

/** What a database's server says of the order of its indexes, as annotations of its Secret. */
public final class SortFindings {
  private static final String PROBLEM = "goldenrod.dev/sort-problem";

  /** That the server is to be asked: it has another image, or the data came from elsewhere. */
  private static final String UNASKED = "goldenrod.dev/sort-unasked";

  private SortFindings() {}

  /** Why what is indexed may not be found, and the way out; empty when it can. */
  public static String message(KubernetesObject root) {
    return Annotations.of(root, PROBLEM)
        .map(
            problem ->
                "%s: what is indexed may not be found until its indexes are built anew ('POST /v1/databases/{name}/upgrade-image' with {\"reindex\": true}; in a clone, REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION by its user)"
                    .formatted(problem))
        .orElse("");
  }

  /** Whether the server is to be asked after its next start: also whether a problem is over. */
  public static boolean areDue(KubernetesObject root) {
    return Annotations.of(root, UNASKED).isPresent() || Annotations.of(root, PROBLEM).isPresent();
  }

  /** Adds to a merge patch of new data, or of another image, whether the server is to be asked. */
  public static JsonObject due(JsonObject patch, boolean isDue) {
    with(patch, PROBLEM, JsonNull.INSTANCE);
    return with(patch, UNASKED, isDue ? new JsonPrimitive("yes") : JsonNull.INSTANCE);
  }

  /** Adds to a merge patch what the server said; empty when nothing is wrong. */
  public static JsonObject told(JsonObject patch, String problem) {
    with(patch, UNASKED, JsonNull.INSTANCE);
    return with(patch, PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
  }

  private static JsonObject with(JsonObject patch, String annotation, JsonElement value) {
    patch.getAsJsonObject("metadata").getAsJsonObject("annotations").add(annotation, value);
    return patch;
  }
}
