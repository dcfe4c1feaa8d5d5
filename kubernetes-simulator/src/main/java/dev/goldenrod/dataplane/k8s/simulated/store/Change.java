package dev.goldenrod.dataplane.k8s.simulated.store;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one object.
 *
 * @param before the object until then; null for a new one
 * @param object as it is now, or was last
 */
public record Change(
    Kind kind, ResourceType type, @Nullable JsonObject before, JsonObject object, long revision) {
  public enum Kind {
    ADDED,
    MODIFIED,
    DELETED
  }
}
