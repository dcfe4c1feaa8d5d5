package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import org.jspecify.annotations.Nullable;

/** Completes or refuses what is about to be written. */
@FunctionalInterface
public interface Admission {
  /**
   * Changes the object in place, or throws an {@link
   * dev.goldenrod.dataplane.k8s.simulated.object.ApiError}.
   *
   * @param before the object as it is; null when it is created
   */
  void admit(ResourceType type, @Nullable JsonObject before, JsonObject object);
}
