package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import org.jspecify.annotations.Nullable;

/** Completes or rejects an object before it is written. */
@FunctionalInterface
public interface Admission {
  /**
   * Changes the object in place, or throws an {@link
   * dev.goldenrod.dataplane.k8s.simulated.object.ApiError}.
   *
   * @param before the stored object; null if the object is being created
   */
  void admit(ResourceType type, @Nullable JsonObject before, JsonObject object);
}
