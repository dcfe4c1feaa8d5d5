package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.Gson;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a database, as saved in its Secret.
 *
 * @param name the database's name; null if unknown
 * @param given the resources that were requested last
 * @param startedWith the memory and CPU of the pod until its next start
 * @param problem why its volume is smaller than requested; empty if it is not
 */
record SavedResources(
    @Nullable String name, Resources given, Resources startedWith, String problem) {
  private static final String STARTED_WITH = "goldenrod.dev/started-with";
  private static final String PROBLEM = "goldenrod.dev/storage-problem";
  private static final Gson GSON = new Gson();

  /** Reads the resources; empty if an older release made the object. */
  static Optional<SavedResources> of(KubernetesObject root) {
    SavedFacts facts = SavedFacts.of(root);
    return Optional.ofNullable(facts.resources())
        .map(
            given ->
                new SavedResources(
                    facts.name(),
                    given,
                    startedWith(root).orElse(given),
                    Annotations.of(root, PROBLEM).orElse("")));
  }

  private static Optional<Resources> startedWith(KubernetesObject root) {
    try {
      return Annotations.of(root, STARTED_WITH).map(text -> GSON.fromJson(text, Resources.class));
    } catch (JsonParseException | IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  SavedResources starting(Resources wanted, String newProblem) {
    return new SavedResources(name, wanted, wanted, newProblem);
  }

  SavedResources resized(Resources wanted, String newProblem) {
    return new SavedResources(name, wanted, startedWith, newProblem);
  }

  /** Returns a message for people on resources that are not in effect; may be empty. */
  String message() {
    String late = startedWith.untilRestart(given);
    return problem.isEmpty() || late.isEmpty() ? problem + late : problem + "; " + late;
  }

  /** Adds the resources to a merge patch of annotations. */
  JsonObject in(JsonObject patch) {
    JsonObject annotations = Annotations.in(patch);
    annotations.addProperty(SavedFacts.ANNOTATION, new SavedFacts(name, given).text());
    annotations.addProperty(STARTED_WITH, GSON.toJson(startedWith));
    annotations.add(PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
    return patch;
  }

  JsonObject patch() {
    return in(Annotations.patch(Map.of()));
  }
}
