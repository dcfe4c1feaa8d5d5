package dev.goldenrod.dataplane.k8s.simulated.store;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import org.jspecify.annotations.Nullable;

/** A change of one object; {@code before} is null if it was created. */
public record Change(
    Kind kind, ResourceType type, @Nullable JsonObject before, JsonObject object, long revision) {
  public enum Kind {
    ADDED,
    MODIFIED,
    DELETED
  }
}
