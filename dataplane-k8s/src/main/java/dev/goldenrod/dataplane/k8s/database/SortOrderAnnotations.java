package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import io.kubernetes.client.common.KubernetesObject;

/** Problems with the sort order of a database's indexes, as annotations of its Secret. */
final class SortOrderAnnotations {
  private static final String PROBLEM = "goldenrod.dev/sort-problem";

  /**
   * Set if the server must be asked, because its image has changed or its data came from elsewhere.
   */
  private static final String CHECK_DUE = "goldenrod.dev/sort-unasked";

  private SortOrderAnnotations() {}

  /** Returns why lookups by index may miss rows, and the way out; empty if they work. */
  static String message(KubernetesObject root) {
    return Annotations.of(root, PROBLEM)
        .map(
            problem ->
                "%s: index lookups may miss rows until the indexes are rebuilt ('POST /v1/databases/{name}/upgrade-image' with {\"reindex\": true}; in a clone, REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION by its user)"
                    .formatted(problem))
        .orElse("");
  }

  /** Returns whether the server must be asked, also to find that a problem is over. */
  static boolean isCheckDue(KubernetesObject root) {
    return Annotations.of(root, CHECK_DUE).isPresent() || Annotations.of(root, PROBLEM).isPresent();
  }

  /** Adds to a patch whether the server must be asked. */
  static JsonObject addCheckDue(JsonObject patch, boolean isDue) {
    Annotations.in(patch).add(PROBLEM, JsonNull.INSTANCE);
    Annotations.in(patch).add(CHECK_DUE, isDue ? new JsonPrimitive("yes") : JsonNull.INSTANCE);
    return patch;
  }

  static JsonObject addProblem(JsonObject patch, String problem) {
    Annotations.in(patch).add(CHECK_DUE, JsonNull.INSTANCE);
    Annotations.in(patch)
        .add(PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
    return patch;
  }
}
