package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Declared objects as they were read or written last. An object is read again only when the watch
 * has seen another version of it. Thread-safe.
 */
final class ReadObjects {
  private final DeclaredApi api;
  private final Map<DeclaredName, DeclaredObject> objects = new ConcurrentHashMap<>();
  private final Map<UUID, DeclaredName> namesById = new ConcurrentHashMap<>();

  ReadObjects(DeclaredApi api) {
    this.api = api;
  }

  /**
   * The object, by a call unless its present version is known.
   *
   * @return empty when there is none
   * @throws DataPlaneException when the call is refused or the API server cannot be reached
   */
  Optional<DeclaredObject> find(DeclaredName name) {
    DeclaredObject before = objects.get(name);
    if (before != null && isCurrent(before)) {
      return Optional.of(before);
    }
    Optional<DeclaredObject> found =
        api.get(name.kind(), name.namespace(), name.name())
            .map(object -> DeclaredObject.of(name, object));
    found.ifPresentOrElse(this::keep, () -> forgetAll(name));
    return found;
  }

  private boolean isCurrent(DeclaredObject object) {
    DeclaredName name = object.name();
    return api.seenVersion(name.kind(), name.namespace(), name.name())
        .filter(object.resourceVersion()::equals)
        .isPresent();
  }

  private void forgetAll(DeclaredName name) {
    objects.remove(name);
    namesById.values().remove(name);
  }

  /** The object that stands for that resource; empty when none that was read does. */
  Optional<DeclaredName> nameOf(UUID id) {
    return Optional.ofNullable(namesById.get(id));
  }

  /** Keeps the object as a call has answered it. */
  void keep(DeclaredObject object) {
    objects.put(object.name(), object);
    object.id().ifPresent(id -> namesById.put(id, object.name()));
  }

  /** Has the object be read at its next look. */
  void forget(DeclaredName name) {
    objects.remove(name);
  }

  /** Whether that version of the object is the one that was read or written last. */
  boolean isKnown(DeclaredName name, String version) {
    DeclaredObject known = objects.get(name);
    return known != null && known.resourceVersion().equals(version);
  }
}
