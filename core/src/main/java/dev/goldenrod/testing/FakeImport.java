package dev.goldenrod.testing;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One import of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeImport {
  static final String HANDLE_PREFIX = "fake:";
  private static final long SIZE_BYTES = 8L << 20;

  private ImportSpec spec;
  private final Map<ImportPhase, StepState> steps = new EnumMap<>(ImportPhase.class);
  private final List<ImportPhase> ensured = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private ImportResult result = ImportResult.UNKNOWN;
  private @Nullable Progress progress;
  private String failure = "";
  private boolean unattested;
  private String stall = "";

  FakeImport(ImportSpec spec) {
    this.spec = spec;
  }

  ImportSpec spec() {
    return spec;
  }

  void spec(ImportSpec newSpec) {
    spec = newSpec;
  }

  StepState stateOf(ImportPhase step) {
    return Objects.requireNonNull(steps.getOrDefault(step, StepState.ABSENT));
  }

  List<ImportPhase> ensured() {
    return List.copyOf(ensured);
  }

  void noteEnsured(ImportPhase step) {
    ensured.add(step);
  }

  /** Returns whether the previous step is done; probing and cleaning can always begin. */
  boolean canBegin(ImportPhase step) {
    return switch (step) {
      case PROVISIONING -> stateOf(ImportPhase.PROBING) == StepState.DONE;
      case IMPORTING -> stateOf(ImportPhase.PROVISIONING) == StepState.DONE;
      case SNAPSHOTTING -> stateOf(ImportPhase.IMPORTING) == StepState.DONE;
      default -> true;
    };
  }

  void begin(ImportPhase step) {
    progress = null;
    stall = "";
    failure = "";
    steps.put(step, StepState.RUNNING);
  }

  /** Simulates a data plane that does not know of masking. */
  void withoutAttestation() {
    unattested = true;
  }

  void fail(ImportPhase step, String reason) {
    failure = reason;
    steps.put(step, StepState.FAILED);
  }

  void warn(String sentence) {
    warnings.add(sentence);
  }

  void report(Progress newProgress) {
    progress = newProgress;
    stall = "";
  }

  void stall(String message) {
    stall = message;
  }

  void finish(ImportPhase step, int sourceMajor) {
    progress = null;
    steps.put(step, StepState.DONE);
    if (step == ImportPhase.PROBING) {
      result = new ImportResult(Integer.toString(sourceMajor), "", 0);
    } else if (step == ImportPhase.SNAPSHOTTING) {
      String handle = HANDLE_PREFIX + spec.golden() + "@" + spec.version() + ":" + spec.id();
      String rules = spec.maskingRules();
      result =
          new ImportResult(
              result.release(),
              handle,
              SIZE_BYTES,
              rules == null || unattested ? null : FakeAttestation.of(spec, rules));
    }
  }

  Optional<ImportPhase> runningStep() {
    return steps.entrySet().stream()
        .filter(step -> step.getValue() == StepState.RUNNING)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  boolean isCleaned() {
    return stateOf(ImportPhase.CLEANING) == StepState.DONE;
  }

  ImportResult result() {
    return result;
  }

  /** Simulates a restart of the data plane's process: unfinished steps have to be ensured again. */
  void interrupt() {
    steps.values().removeIf(state -> state != StepState.DONE);
    progress = null;
  }

  ImportObservation observation(ImportPhase step) {
    return switch (stateOf(step)) {
      case ABSENT -> ImportObservation.absent();
      case RUNNING ->
          stall.isEmpty()
              ? ImportObservation.running(progress, warnings)
              : ImportObservation.stalled(stall, progress, warnings);
      case DONE -> ImportObservation.done(result, warnings);
      case FAILED -> ImportObservation.failed(failure, warnings);
    };
  }
}
