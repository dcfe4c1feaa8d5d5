package dev.goldenrod.dataplane.k8s.imports;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepFailure;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.imports.LoadCheckpoints.PartRecord;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The states of imports: a Secret for each import, read and written live, without credentials of
 * its source. A process may only write while it has locked the import by its heartbeat in the
 * Secret, because one that was considered dead may resume after another has restarted the step.
 *
 * @param holder identifies this process
 */
record ImportStates(ObjectApi<V1Secret> secrets, String holder) {
  private static final String FILES = "file.";

  Optional<ImportState> find(UUID id) {
    return secrets.get(ImportManifests.name(id)).map(ImportState::new);
  }

  /**
   * @throws DataPlaneException if nothing is left of the import
   */
  ImportState require(UUID id) {
    return find(id).orElseThrow(() -> gone(id));
  }

  /** Starts an import with an empty state. */
  void begin(UUID id) {
    V1Secret fresh = ImportManifests.secret(id);
    fresh.getMetadata().putAnnotationsItem(ImportState.HEARTBEAT, holder + "/0");
    ImportState there = new ImportState(secrets.createIfMissing(fresh));
    Map<String, JsonElement> nothing = new TreeMap<>();
    there.data().keySet().forEach(key -> nothing.put(key, JsonNull.INSTANCE));
    patchData(id, nothing);
  }

  void save(UUID id, ProbedSource source) {
    put(id, ImportState.SOURCE, source.toJson());
  }

  /** Skips a description that is too large, so that an interrupted import dumps again. */
  void save(UUID id, SourceDump dump) {
    SecretCompression.compress(dump.toJson())
        .ifPresent(packed -> put(id, ImportState.DUMPED, packed));
  }

  void saveLoadingPod(UUID id, String uid) {
    put(id, ImportState.LOADING_POD, SavedJson.write(uid));
  }

  void save(UUID id, EngineBuild build) {
    patch(id, build.addTo(Annotations.patch(Map.of())));
  }

  void save(UUID id, String part, PartRecord record) {
    put(id, ImportState.partKey(part), SavedJson.write(record));
  }

  void saveAnalysed(UUID id, StepRecord analysed) {
    put(id, ImportState.ANALYSED, SavedJson.write(analysed));
  }

  void save(UUID id, ImportPhase step, StepRecord done) {
    put(id, ImportState.key(step), SavedJson.write(done));
  }

  /** Saves the failure; returns false without effect if another process has locked the import. */
  boolean saveFailure(UUID id, StepFailure failure) {
    Map<String, JsonElement> kept = Map.of(ImportState.FAILURE, encoded(SavedJson.write(failure)));
    return change(id, this::isFreeOrOurs, object("data", kept))
        .filter(left -> !isFreeOrOurs(left))
        .isEmpty();
  }

  void removeFailure(UUID id) {
    patchData(id, Map.of(ImportState.FAILURE, JsonNull.INSTANCE));
  }

  /**
   * Locks the import for this process; returns false if another process has locked it. Without
   * effect if nothing is left of the import.
   *
   * @param isExpired whether the process of a heartbeat has stopped working
   */
  boolean tryLock(UUID id, Predicate<String> isExpired) {
    Predicate<ImportState> isFree =
        left -> isFreeOrOurs(left) || left.heartbeat().filter(isExpired).isPresent();
    return change(id, isFree, heartbeatPatch(new JsonPrimitive(holder + "/0")))
        .filter(left -> !left.isLockedBy(holder))
        .isEmpty();
  }

  /** Renews the heartbeat if this process has locked the import; returns the resulting state. */
  Optional<ImportState> renewHeartbeat(UUID id, long beat) {
    JsonObject patch = heartbeatPatch(new JsonPrimitive(holder + '/' + beat));
    return change(id, left -> left.isLockedBy(holder), patch);
  }

  void unlock(UUID id) {
    change(id, left -> left.isLockedBy(holder), heartbeatPatch(JsonNull.INSTANCE));
  }

  void mark(UUID id, String mark) {
    put(id, mark, new byte[0]);
  }

  SecretFiles files(UUID id) {
    return new SecretFiles(secrets, ImportManifests.name(id), FILES);
  }

  private void put(UUID id, String key, byte[] content) {
    patchData(id, Map.of(key, encoded(content)));
  }

  private void patchData(UUID id, Map<String, JsonElement> values) {
    patch(id, object("data", values));
  }

  private void patch(UUID id, JsonObject patch) {
    ImportState left =
        change(id, found -> found.isLockedBy(holder), patch).orElseThrow(() -> gone(id));
    if (!left.isLockedBy(holder)) {
      throw new DataPlaneException(
          "another process took over import %s because this process sent no heartbeat for too long"
              .formatted(id));
    }
  }

  private Optional<ImportState> change(
      UUID id, Predicate<ImportState> condition, JsonObject patch) {
    return secrets
        .mergeIf(ImportManifests.name(id), secret -> condition.test(new ImportState(secret)), patch)
        .map(ImportState::new);
  }

  private boolean isFreeOrOurs(ImportState left) {
    return left.heartbeat().isEmpty() || left.isLockedBy(holder);
  }

  private static JsonObject heartbeatPatch(JsonElement heartbeat) {
    JsonObject patch = new JsonObject();
    patch.add("metadata", object("annotations", Map.of(ImportState.HEARTBEAT, heartbeat)));
    return patch;
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
