package dev.goldenrod.testing;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The imports and version volumes of a {@link FakeDataPlane}. Guarded by the data plane's lock.
 * Methods that change imports return the ids of the changed ones.
 */
final class FakeImports {
  private final Map<UUID, FakeImport> imports = new LinkedHashMap<>();

  /** The existing volumes, by the id of the import that made them. */
  private final Map<UUID, ImportResult> volumes = new LinkedHashMap<>();

  private final FakeArchives archives = new FakeArchives();
  private final Map<String, String> archiveData = new HashMap<>();
  private final Set<VersionRef> copies = new HashSet<>();
  private final Map<ImportPhase, String> failures = new EnumMap<>(ImportPhase.class);
  private final Map<ImportPhase, String> warnings = new EnumMap<>(ImportPhase.class);
  private final FakeMasking masking = new FakeMasking();
  private final FakeSources sources = new FakeSources();
  private boolean ignoresMasking;
  private boolean held;
  private int sourceMajor = 17;

  Set<UUID> ensure(ImportSpec spec, ImportPhase step) {
    requireDataPlaneStep(step);
    FakeImport run = imports.computeIfAbsent(spec.id(), id -> new FakeImport(spec));
    run.noteEnsured(step);
    StepState state = run.stateOf(step);
    if (state == StepState.RUNNING || state == StepState.DONE) {
      return Set.of();
    }
    run.spec(spec);
    if (!run.canBegin(step)) {
      throw new DataPlaneException(
          "import " + spec.id() + " was asked for " + step + " before the previous step was done");
    }
    begin(run, step);
    return Set.of(spec.id());
  }

  private void begin(FakeImport run, ImportPhase step) {
    run.begin(step);
    if (ignoresMasking) {
      run.withoutAttestation();
    }
    String warning = warnings.remove(step);
    if (warning != null) {
      run.warn(warning);
    }
    String failure =
        failures.containsKey(step) ? failures.remove(step) : probeFailure(run.spec(), step);
    if (!failure.isEmpty()) {
      run.fail(step, failure);
    } else if (!held) {
      finish(run, step);
    }
  }

  private String probeFailure(ImportSpec spec, ImportPhase step) {
    String host = spec.source().host();
    if (step != ImportPhase.PROBING) {
      return "";
    }
    if (host.endsWith(".invalid")) {
      return "source " + host + ":" + spec.source().port() + " cannot be reached: unknown host";
    }
    if (spec.maskingRules() != null && !masking.isSupported()) {
      return MaskingTools.UNSUPPORTED;
    }
    if (spec.maskingRules() != null && !masking.problem().isEmpty()) {
      return masking.problem();
    }
    if (!spec.release().isEmpty() && !spec.release().equals(Integer.toString(sourceMajor))) {
      return "source runs PostgreSQL " + sourceMajor + ", not " + spec.release();
    }
    return "";
  }

  private void finish(FakeImport run, ImportPhase step) {
    run.finish(step, sourceMajor);
    if (step == ImportPhase.SNAPSHOTTING) {
      volumes.put(run.spec().id(), run.result());
    }
  }

  ImportObservation observe(UUID id, ImportPhase step) {
    requireDataPlaneStep(step);
    FakeImport run = imports.get(id);
    return run == null ? observeRemoved(id, step) : run.observation(step);
  }

  private ImportObservation observeRemoved(UUID id, ImportPhase step) {
    return Optional.ofNullable(volumes.get(id))
        .filter(made -> step == ImportPhase.SNAPSHOTTING)
        .map(made -> ImportObservation.done(made, List.of()))
        .orElseGet(ImportObservation::absent);
  }

  Set<UUID> remove(UUID id) {
    return imports.remove(id) == null ? Set.of() : Set.of(id);
  }

  void removeVersion(VersionRef version) {
    volumes.values().removeIf(made -> made.handle().equals(version.handle()));
    imports
        .values()
        .removeIf(run -> run.isCleaned() && run.result().handle().equals(version.handle()));
    copies.removeIf(
        copy -> copy.goldenId().equals(version.goldenId()) && copy.version() == version.version());
  }

  /** Records the copy that the first clone of a version registered by an admin makes. */
  void recordCopy(VersionRef version) {
    if (!version.handle().isEmpty() && !version.handle().startsWith(FakeImport.HANDLE_PREFIX)) {
      copies.add(version);
    }
  }

  Set<VersionRef> copies() {
    return Set.copyOf(copies);
  }

  /** Returns the initial contents of the handle's clones; empty when it cannot be cloned. */
  Optional<String> dataOf(String handle) {
    return Optional.of(archiveData.getOrDefault(handle, ""))
        .filter(it -> !handle.startsWith(FakeImport.HANDLE_PREFIX) || handles().contains(handle));
  }

  FakeMasking masking() {
    return masking;
  }

  FakeSources sources() {
    return sources;
  }

  /** Simulates imports by a data plane that does not know of masking. */
  void ignoreMasking() {
    ignoresMasking = true;
  }

  /** Returns the rules with which the import was ensured last; empty for none. */
  Optional<String> maskingRules(UUID id) {
    return Optional.ofNullable(imports.get(id)).map(run -> run.spec().maskingRules());
  }

  FakeArchives archives() {
    return archives;
  }

  Optional<ImportResult> madeBy(UUID id) {
    return Optional.ofNullable(volumes.get(id));
  }

  void addArchive(UUID archive, String data) {
    ImportResult made =
        new ImportResult(
            Integer.toString(sourceMajor), FakeImport.HANDLE_PREFIX + archive, data.length());
    volumes.put(archive, made);
    archiveData.put(made.handle(), data);
  }

  Set<UUID> staged() {
    return idsWhere(run -> !run.isCleaned());
  }

  Set<String> handles() {
    return volumes.values().stream().map(ImportResult::handle).collect(Collectors.toSet());
  }

  List<ImportPhase> ensured(UUID id) {
    FakeImport run = imports.get(id);
    return run == null ? List.of() : run.ensured();
  }

  void sourceMajor(int major) {
    sourceMajor = major;
  }

  void failNext(ImportPhase step, String message) {
    requireDataPlaneStep(step);
    failures.put(step, message);
  }

  void warnNext(ImportPhase step, String sentence) {
    requireDataPlaneStep(step);
    warnings.put(step, sentence);
  }

  void hold() {
    held = true;
  }

  Set<UUID> release() {
    held = false;
    Set<UUID> running = idsWhere(run -> run.runningStep().isPresent());
    running.forEach(this::finishStep);
    return running;
  }

  Set<UUID> finishStep(UUID id) {
    FakeImport run = requireRunning(id);
    finish(run, run.runningStep().orElseThrow());
    return Set.of(id);
  }

  Set<UUID> report(UUID id, Progress progress) {
    requireRunning(id).report(progress);
    return Set.of(id);
  }

  Set<UUID> stall(UUID id, String message) {
    requireRunning(id).stall(message);
    return Set.of(id);
  }

  /** Simulates a restart of the data plane's process, which forgets finished imports. */
  void restart() {
    imports.values().removeIf(FakeImport::isCleaned);
    imports.values().forEach(FakeImport::interrupt);
  }

  private FakeImport requireRunning(UUID id) {
    FakeImport run = imports.get(id);
    if (run == null || run.runningStep().isEmpty()) {
      throw new IllegalStateException(
          "import " + id + " has no running step; hold imports before it begins");
    }
    return run;
  }

  private Set<UUID> idsWhere(Predicate<FakeImport> condition) {
    return imports.values().stream()
        .filter(condition)
        .map(run -> run.spec().id())
        .collect(Collectors.toSet());
  }

  private static void requireDataPlaneStep(ImportPhase step) {
    if (!step.isDataPlaneStep()) {
      throw new IllegalArgumentException(step + " is not a step of a data plane");
    }
  }
}
