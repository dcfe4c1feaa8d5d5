package dev.goldenrod.dataplane.k8s.resources;

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
 * What a database was given, as its Secret tells.
 *
 * @param name what people call the database; null if unknown
 * @param given what was asked for last
 * @param startedWith the memory and processor time that its pod has, until its next start
 * @param problem why its volume is smaller than what was asked for; empty when it is not
 */
public record SavedResources(
    @Nullable String name, Resources given, Resources startedWith, String problem) {
  private static final String STARTED_WITH = "goldenrod.dev/started-with";
  private static final String PROBLEM = "goldenrod.dev/storage-problem";
  private static final Gson GSON = new Gson();

  /** What the object tells; empty when it was made before that was noted. */
  public static Optional<SavedResources> of(KubernetesObject root) {
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

  /** The same of a server that is about to start with all of that. */
  public SavedResources starting(Resources wanted, String newProblem) {
    return new SavedResources(name, wanted, wanted, newProblem);
  }

  /** The same of a server that goes on. */
  public SavedResources resized(Resources wanted, String newProblem) {
    return new SavedResources(name, wanted, startedWith, newProblem);
  }

  /** What people are told of them while the server runs; may be empty. */
  public String message() {
    String late = startedWith.untilRestart(given);
    return problem.isEmpty() || late.isEmpty() ? problem + late : problem + "; " + late;
  }

  /** Adds them to a merge patch of annotations. */
  public JsonObject in(JsonObject patch) {
    JsonObject annotations = patch.getAsJsonObject("metadata").getAsJsonObject("annotations");
    annotations.addProperty(SavedFacts.ANNOTATION, new SavedFacts(name, given).text());
    annotations.addProperty(STARTED_WITH, GSON.toJson(startedWith));
    annotations.add(PROBLEM, problem.isEmpty() ? JsonNull.INSTANCE : new JsonPrimitive(problem));
    return patch;
  }

  /** A merge patch that notes them. */
  public JsonObject patch() {
    return in(Annotations.patch(Map.of()));
  }
}
