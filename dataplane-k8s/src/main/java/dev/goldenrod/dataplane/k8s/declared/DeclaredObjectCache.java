package dev.goldenrod.dataplane.k8s.declared;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredName;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A cache of declared objects as last read or written. An object is read again only when the watch
 * has seen another version of it. Thread-safe.
 */
final class DeclaredObjectCache {
  private final DeclaredApi api;
  private final Map<DeclaredName, DeclaredObject> objects = new ConcurrentHashMap<>();
  private final Map<UUID, DeclaredName> namesById = new ConcurrentHashMap<>();

  DeclaredObjectCache(DeclaredApi api) {
    this.api = api;
  }

  /**
   * Returns the object, read live unless the cached version is current.
   *
   * @throws DataPlaneException if the API server refuses or cannot be reached
   */
  Optional<DeclaredObject> find(DeclaredName name) {
    DeclaredObject before = objects.get(name);
    if (before != null && isCurrent(before)) {
      return Optional.of(before);
    }
    Optional<DeclaredObject> found = api.get(name).map(object -> DeclaredObject.of(name, object));
    found.ifPresentOrElse(this::keep, () -> forgetAll(name));
    return found;
  }

  private boolean isCurrent(DeclaredObject object) {
    return api.seenVersion(object.name()).filter(object.resourceVersion()::equals).isPresent();
  }

  private void forgetAll(DeclaredName name) {
    objects.remove(name);
    namesById.values().remove(name);
  }

  /** Returns the name of the cached object whose instance or database has that id. */
  Optional<DeclaredName> nameOf(UUID id) {
    return Optional.ofNullable(namesById.get(id));
  }

  private void keep(DeclaredObject object) {
    objects.put(object.name(), object);
    object.id().ifPresent(id -> namesById.put(id, object.name()));
  }

  /** Patches the object but not its status; empty if it is gone or was changed meanwhile. */
  Optional<DeclaredObject> merge(DeclaredName name, JsonObject patch) {
    return written(name, api.merge(name, patch));
  }

  /** Patches the object's status; empty if it is gone or was changed meanwhile. */
  Optional<DeclaredObject> mergeStatus(DeclaredName name, JsonObject patch) {
    return written(name, api.mergeStatus(name, patch));
  }

  private Optional<DeclaredObject> written(
      DeclaredName name, Optional<DynamicKubernetesObject> written) {
    Optional<DeclaredObject> object = written.map(one -> DeclaredObject.of(name, one));
    object.ifPresentOrElse(this::keep, () -> forget(name));
    return object;
  }

  void forget(DeclaredName name) {
    objects.remove(name);
  }

  boolean isKnown(DeclaredName name, String version) {
    DeclaredObject known = objects.get(name);
    return known != null && known.resourceVersion().equals(version);
  }
}
