package dev.goldenrod.dataplane.k8s.imports.state;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What the steps of imports leave for each other: a Secret for each import, read and written live.
 * It holds no credentials of a source.
 */
public record SavedStates(ObjectApi<V1Secret> secrets) {
  private static final String FILES = "file.";

  /** What was left; empty when nothing is left of the import. */
  public Optional<SavedState> find(UUID id) {
    return secrets.get(ImportManifests.name(id)).map(SavedState::new);
  }

  /**
   * What was left.
   *
   * @throws DataPlaneException when nothing is left of the import
   */
  public SavedState require(UUID id) {
    return find(id).orElseThrow(() -> gone(id));
  }

  /** Begins with nothing. */
  public void begin(UUID id) {
    SavedState there = new SavedState(secrets.createIfMissing(ImportManifests.secret(id)));
    Map<String, JsonElement> nothing = new TreeMap<>();
    there.data().keySet().forEach(key -> nothing.put(key, JsonNull.INSTANCE));
    if (!nothing.isEmpty()) {
      patchData(id, nothing);
    }
  }

  public void save(UUID id, SourceMetadata source) {
    put(id, SavedState.SOURCE, SavedState.json(source));
  }

  public void saveAnalysedBytes(UUID id, long bytes) {
    put(id, SavedState.ANALYSED, SavedState.json(bytes));
  }

  /** Keeps that the step is done. */
  public void save(UUID id, ImportPhase step, StepRecord done) {
    put(id, SavedState.key(step), SavedState.json(done));
  }

  /** Keeps that the step failed; without effect when nothing is left of the import. */
  public void saveFailure(UUID id, SavedState.Failure failure) {
    patchData(id, Map.of(SavedState.FAILURE, encoded(SavedState.json(failure))));
  }

  /** Forgets that a step failed; without effect when nothing is left of the import. */
  public void forgetFailure(UUID id) {
    patchData(id, Map.of(SavedState.FAILURE, JsonNull.INSTANCE));
  }

  /** Shows who works on the import; false when nothing is left of it. */
  public boolean showWorker(UUID id, String worker) {
    return patchWorker(id, new JsonPrimitive(worker));
  }

  /** Shows that nobody works on the import. */
  public void showNoWorker(UUID id) {
    patchWorker(id, JsonNull.INSTANCE);
  }

  public void mark(UUID id, String mark) {
    put(id, mark, new byte[0]);
  }

  /** What goes with the data that the import makes. */
  public SecretFiles files(UUID id) {
    return new SecretFiles(secrets, ImportManifests.name(id), FILES);
  }

  private void put(UUID id, String key, byte[] content) {
    if (!patchData(id, Map.of(key, encoded(content)))) {
      throw gone(id);
    }
  }

  private boolean patchData(UUID id, Map<String, JsonElement> values) {
    return secrets.merge(ImportManifests.name(id), object("data", values)).isPresent();
  }

  private boolean patchWorker(UUID id, JsonElement worker) {
    JsonObject metadata = object("annotations", Map.of(SavedState.WORKER, worker));
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    return secrets.merge(ImportManifests.name(id), patch).isPresent();
  }

  private static JsonObject object(String field, Map<String, JsonElement> values) {
    JsonObject inner = new JsonObject();
    values.forEach(inner::add);
    JsonObject outer = new JsonObject();
    outer.add(field, inner);
    return outer;
  }

  private static JsonElement encoded(byte[] content) {
    return new JsonPrimitive(Base64.getEncoder().encodeToString(content));
  }

  private static DataPlaneException gone(UUID id) {
    return new DataPlaneException(
        "Secret %s is gone; start the import again".formatted(ImportManifests.name(id)));
  }
}
