package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The status that an object should have.
 *
 * @param fields of the status, without the conditions and the generation
 */
record StatusUpdate(JsonObject fields, ObjectConditions conditions) {
  private static final String CONDITIONS = "conditions";
  private static final String GENERATION = "observedGeneration";

  static StatusUpdate unchanged(DeclaredObject object, ObjectConditions conditions) {
    JsonObject fields = object.status().deepCopy();
    fields.remove(CONDITIONS);
    fields.remove(GENERATION);
    return new StatusUpdate(fields, conditions);
  }

  /** Adds {@code host:port} as two fields; nothing for an empty endpoint. */
  static void addEndpoint(JsonObject fields, String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    if (colon > 0) {
      fields.addProperty("host", endpoint.substring(0, colon));
      fields.addProperty("port", Integer.parseInt(endpoint.substring(colon + 1)));
    }
  }

  Optional<JsonObject> patchOf(DeclaredObject object, Instant now) {
    JsonObject before = object.status();
    JsonObject after = fields.deepCopy();
    after.addProperty(GENERATION, object.generation());
    after.add(CONDITIONS, conditions(object, now));
    if (after.equals(before)) {
      return Optional.empty();
    }
    before.keySet().stream()
        .filter(field -> !after.has(field))
        .toList()
        .forEach(field -> after.add(field, JsonNull.INSTANCE));
    JsonObject patch = object.versionedPatch();
    patch.add("status", after);
    return Optional.of(patch);
  }

  private JsonArray conditions(DeclaredObject object, Instant now) {
    JsonArray array = new JsonArray();
    array.add(
        condition(
            object, now, "Ready", conditions.isReady(), conditions.reason(), conditions.message()));
    if (conditions.isReconciling()) {
      array.add(
          condition(object, now, "Reconciling", true, conditions.reason(), conditions.message()));
    }
    conditions
        .stalled()
        .ifPresent(
            trouble ->
                array.add(
                    condition(object, now, "Stalled", true, trouble.reason(), trouble.message())));
    return array;
  }

  private static JsonObject condition(
      DeclaredObject object,
      Instant now,
      String type,
      boolean isTrue,
      String reason,
      String message) {
    String status = isTrue ? "True" : "False";
    JsonObject condition = new JsonObject();
    condition.addProperty("type", type);
    condition.addProperty("status", status);
    condition.addProperty(GENERATION, object.generation());
    condition.addProperty(
        "lastTransitionTime",
        since(object, type, status)
            .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString()));
    condition.addProperty("reason", reason);
    condition.addProperty("message", message);
    return condition;
  }

  private static Optional<String> since(DeclaredObject object, String type, String status) {
    return object
        .condition(type, "status")
        .filter(status::equals)
        .flatMap(same -> object.condition(type, "lastTransitionTime"));
  }
}
