package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.ImportWorkspace.SavedSteps;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepFailure;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.imports.LoadCheckpoints.PartRecord;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The state of an import, as last read. */
record ImportState(V1Secret secret) implements SavedSteps {
  static final String SOURCE = "source.json";
  static final String ANALYSED = "analysed.json";
  static final String FAILURE = "failure.json";
  static final String LOADING_POD = "loading-pod.json";
  static final String DUMPED = "dumped.json.gz";

  /** The heartbeat of the process that has locked the import, which begins with its holder. */
  static final String HEARTBEAT = "goldenrod.dev/worker";

  /**
   * @throws DataPlaneException if the probe's result is missing or damaged
   */
  ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s no longer has a usable %s; start the import again"
                        .formatted(secret.getMetadata().getName(), SOURCE)));
  }

  Optional<ProbedSource> knownSource() {
    return Optional.ofNullable(data().get(SOURCE))
        .flatMap(json -> SavedJson.read(json, Engines.importer()::readSource));
  }

  @Override
  public Optional<StepRecord> done(ImportPhase step) {
    return read(key(step), StepRecord.class);
  }

  /** Returns the step's failure, unless the step has started again since. */
  Optional<StepFailure> failure(ImportPhase step) {
    return read(FAILURE, StepFailure.class).filter(failure -> failure.step() == step);
  }

  /** Returns the last heartbeat of the process that has locked the import. */
  Optional<String> heartbeat() {
    return Annotations.of(secret, HEARTBEAT);
  }

  boolean isLockedBy(String holder) {
    return heartbeat().filter(text -> text.startsWith(holder + '/')).isPresent();
  }

  /** Returns the programs that make the data; unknown until they have started. */
  EngineBuild build() {
    return EngineBuild.of(secret);
  }

  /** Returns the size of the data and the warnings; empty until it is ready for a snapshot. */
  Optional<StepRecord> analysed() {
    return read(ANALYSED, StepRecord.class);
  }

  boolean isMarked(String mark) {
    return data().containsKey(mark);
  }

  Optional<String> loadingPod() {
    return read(LOADING_POD, String.class);
  }

  Optional<PartRecord> part(String name) {
    return read(partKey(name), PartRecord.class);
  }

  /** Returns the finished dump's description; empty without a dump, or if it was too large. */
  Optional<SourceDump> dump() {
    return Optional.ofNullable(data().get(DUMPED))
        .flatMap(packed -> SecretCompression.decompress(packed))
        .flatMap(json -> SavedJson.read(json, source()::readDump));
  }

  Map<String, byte[]> data() {
    return Objects.requireNonNullElse(secret.getData(), Map.of());
  }

  static String partKey(String name) {
    return "part-%s.json".formatted(name);
  }

  static String key(ImportPhase step) {
    return step.name().toLowerCase(Locale.ROOT) + ".json";
  }

  private <T> Optional<T> read(String key, Class<T> type) {
    byte[] text = data().get(key);
    return text == null ? Optional.empty() : SavedJson.read(text, type);
  }
}
