package dev.goldenrod.dataplane.k8s.imports.state;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.goldenrod.dataplane.imports.StepFailure;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ObjectApi;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.SourceDump;
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
 * What the steps of imports leave for each other: a Secret for each import, read and written live.
 * It holds no credentials of a source. What a process finds out counts only while its sign is in
 * the Secret: one that was taken for dead may wake when another one has begun the step anew.
 *
 * @param holder tells this process from all others
 */
public record SavedStates(ObjectApi<V1Secret> secrets, String holder) {
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
    V1Secret fresh = ImportManifests.secret(id);
    fresh.getMetadata().putAnnotationsItem(SavedState.WORKER, holder + "/0");
    SavedState there = new SavedState(secrets.createIfMissing(fresh));
    Map<String, JsonElement> nothing = new TreeMap<>();
    there.data().keySet().forEach(key -> nothing.put(key, JsonNull.INSTANCE));
    patchData(id, nothing);
  }

  public void save(UUID id, ProbedSource source) {
    put(id, SavedState.SOURCE, source.toJson());
  }

  /** Keeps what the finished dump says, unless that is too much: then it is made again. */
  public void save(UUID id, SourceDump dump) {
    Packed.pack(dump.toJson()).ifPresent(packed -> put(id, SavedState.DUMPED, packed));
  }

  /** Keeps in which pod the load was begun. */
  public void saveLoadingPod(UUID id, String uid) {
    put(id, SavedState.LOADING_POD, SavedState.json(uid));
  }

  /** Keeps by what programs the data is made. */
  public void save(UUID id, EngineBuild build) {
    patch(id, build.addTo(Annotations.patch(Map.of())));
  }

  /** Keeps how far a part of the load is. */
  public void save(UUID id, String part, PartRecord record) {
    put(id, SavedState.partKey(part), SavedState.json(record));
  }

  public void saveAnalysedBytes(UUID id, long bytes) {
    put(id, SavedState.ANALYSED, SavedState.json(bytes));
  }

  /** Keeps that the step is done. */
  public void save(UUID id, ImportPhase step, StepRecord done) {
    put(id, SavedState.key(step), SavedState.json(done));
  }

  /**
   * Keeps that the step failed; false, and without effect, when another process works on the
   * import.
   */
  public boolean saveFailure(UUID id, StepFailure failure) {
    Map<String, JsonElement> kept = Map.of(SavedState.FAILURE, encoded(SavedState.json(failure)));
    return change(id, this::isNobodyElses, object("data", kept))
        .filter(left -> !isNobodyElses(left))
        .isEmpty();
  }

  /** Removes what was kept of a failure. */
  public void removeFailure(UUID id) {
    patchData(id, Map.of(SavedState.FAILURE, JsonNull.INSTANCE));
  }

  /**
   * Shows from now on that this process works on the import; false when another one does. Without
   * effect when nothing is left of the import.
   *
   * @param isOver whether the process of that sign works on it no more
   */
  public boolean take(UUID id, Predicate<String> isOver) {
    Predicate<SavedState> isFree =
        left -> isNobodyElses(left) || left.worker().filter(isOver).isPresent();
    return change(id, isFree, sign(new JsonPrimitive(holder + "/0")))
        .filter(left -> !left.isOf(holder))
        .isEmpty();
  }

  /** Shows again that this process works on the import, if it does; what is left then. */
  public Optional<SavedState> beat(UUID id, long beat) {
    return change(id, left -> left.isOf(holder), sign(new JsonPrimitive(holder + '/' + beat)));
  }

  /** Shows that this process works no more on the import. */
  public void release(UUID id) {
    change(id, left -> left.isOf(holder), sign(JsonNull.INSTANCE));
  }

  public void mark(UUID id, String mark) {
    put(id, mark, new byte[0]);
  }

  /** What goes with the data that the import makes. */
  public SecretFiles files(UUID id) {
    return new SecretFiles(secrets, ImportManifests.name(id), FILES);
  }

  private void put(UUID id, String key, byte[] content) {
    patchData(id, Map.of(key, encoded(content)));
  }

  private void patchData(UUID id, Map<String, JsonElement> values) {
    patch(id, object("data", values));
  }

  private void patch(UUID id, JsonObject patch) {
    SavedState left = change(id, found -> found.isOf(holder), patch).orElseThrow(() -> gone(id));
    if (!left.isOf(holder)) {
      throw new DataPlaneException(
          "another process took over import %s, since this one gave no sign for too long"
              .formatted(id));
    }
  }

  /** Returns what is left then, changed or not. */
  private Optional<SavedState> change(UUID id, Predicate<SavedState> condition, JsonObject patch) {
    return secrets
        .mergeIf(ImportManifests.name(id), secret -> condition.test(new SavedState(secret)), patch)
        .map(SavedState::new);
  }

  private boolean isNobodyElses(SavedState left) {
    return left.worker().isEmpty() || left.isOf(holder);
  }

  private static JsonObject sign(JsonElement worker) {
    JsonObject patch = new JsonObject();
    patch.add("metadata", object("annotations", Map.of(SavedState.WORKER, worker)));
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
