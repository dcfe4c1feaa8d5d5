package dev.goldenrod.dataplane.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepFailure;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepHistory;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The saved state of one import, in memory. */
final class MemoryWorkspace implements ImportWorkspace, StepHistory {
  private final Map<ImportPhase, StepRecord> done = new ConcurrentHashMap<>();
  private final Map<UUID, StepFailure> failures = new ConcurrentHashMap<>();

  @Override
  public StepHistory history(UUID id) {
    return this;
  }

  @Override
  public void save(UUID id, ImportPhase step, StepRecord made) {
    done.put(step, made);
  }

  @Override
  public boolean saveFailure(UUID id, StepFailure failure) {
    failures.put(id, failure);
    return true;
  }

  @Override
  public void removeFailure(UUID id) {
    failures.remove(id);
  }

  @Override
  public boolean isOutage(DataPlaneException failure) {
    return failure instanceof DataPlaneUnreachableException;
  }

  @Override
  public String explain(UUID id, String message) {
    return message;
  }

  @Override
  public Optional<StepRecord> done(ImportPhase step) {
    return Optional.ofNullable(done.get(step));
  }

  @Override
  public Optional<StepFailure> failure(ImportPhase step) {
    return failures.values().stream().filter(failed -> failed.step() == step).findFirst();
  }

  @Override
  public List<String> warnings() {
    return done.values().stream().flatMap(made -> made.warnings().stream()).toList();
  }

  @Override
  public String location() {
    return "memory";
  }
}
