package dev.goldenrod.bench;

import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.CloneObservation;
import dev.goldenrod.port.CloneSpec;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Clones that are ready as soon as they are asked for, and that are nothing. */
final class IdleDataPlane implements DataPlane {
  private static final String ENDPOINT = "127.0.0.1:5432";

  private final Map<UUID, Integer> generations = new ConcurrentHashMap<>();
  private volatile Consumer<UUID> listener = id -> {};

  @Override
  public String identity() {
    return "idle";
  }

  @Override
  public String displayName() {
    return "idle";
  }

  @Override
  public void onChange(Consumer<UUID> newListener) {
    listener = newListener;
  }

  @Override
  public List<EngineVersion> engines() {
    return List.of();
  }

  @Override
  public CloneObservation observeClone(UUID id) {
    Integer generation = generations.get(id);
    return generation == null
        ? CloneObservation.absent()
        : CloneObservation.ready(generation, ENDPOINT);
  }

  @Override
  public void ensureClone(CloneSpec spec) {
    generations.put(spec.id(), spec.generation());
    listener.accept(spec.id());
  }

  @Override
  public void removeClone(UUID id) {
    generations.remove(id);
    listener.accept(id);
  }

  @Override
  public Optional<Credentials> credentials(UUID id) {
    return Optional.empty();
  }

  @Override
  public ImportObservation observeImport(UUID id, ImportPhase step) {
    throw noImports();
  }

  @Override
  public void ensureImport(ImportSpec spec, ImportPhase step) {
    throw noImports();
  }

  @Override
  public void removeImport(UUID id) {
    throw noImports();
  }

  @Override
  public void removeVersion(VersionRef version) {
    listener.accept(version.goldenId());
  }

  @Override
  public Inventory inventory() {
    return new Inventory(generations.keySet(), Set.of(), Set.of(), Set.of());
  }

  @Override
  public void close() {
    generations.clear();
  }

  private static DataPlaneException noImports() {
    return new DataPlaneException("the idle data plane makes no imports; register a version");
  }
}
