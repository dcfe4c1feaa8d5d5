package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepFailure;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepHistory;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The state of imports in Secrets, shared by all servers of a cluster. */
final class KubernetesWorkspace implements ImportWorkspace, AutoCloseable {
  private static final String DISK_FULL = "No space left on device";

  private final ImportContext context;
  private final ImportLocks locks;

  KubernetesWorkspace(ImportContext context) {
    this.context = context;
    this.locks = new ImportLocks(context.states());
  }

  @Override
  public StepHistory history(UUID id) {
    Optional<ImportState> state = context.states().find(id);
    return new SavedHistory(
        state, context.madeBy(id), heartbeat -> locks.isHeldByOther(id, heartbeat));
  }

  @Override
  public Optional<ImportLock> tryLock(UUID id, Runnable stop) {
    return locks.tryLock(id, stop);
  }

  @Override
  public void save(UUID id, ImportPhase step, StepRecord done) {
    context.states().save(id, step, done);
  }

  @Override
  public boolean saveFailure(UUID id, StepFailure failure) {
    return context.states().saveFailure(id, failure);
  }

  @Override
  public void removeFailure(UUID id) {
    context.states().removeFailure(id);
  }

  @Override
  public boolean isOutage(DataPlaneException failure) {
    return failure instanceof ApiUnavailableException
        || failure instanceof DataPlaneUnreachableException;
  }

  @Override
  public String explain(UUID id, String message) {
    return message.contains(DISK_FULL) ? diskFull(message, context.states().find(id)) : message;
  }

  private static String diskFull(String message, Optional<ImportState> state) {
    String size =
        state
            .flatMap(ImportState::knownSource)
            .map(source -> source.sizeBytes() + " bytes")
            .orElse("unknown size");
    return "a volume of the import is full: it was made for the size of the source's database (%s); the node or its storage may have less space (%s)"
        .formatted(size, message);
  }

  @Override
  public void close() {
    locks.close();
  }

  /**
   * The saved state of an import's steps.
   *
   * @param state of the unfinished import; empty when nothing is left of it
   * @param version the record of the version that the import made, if any
   * @param isOther whether a heartbeat is that of another process that has locked the import
   */
  private record SavedHistory(
      Optional<ImportState> state, Optional<StepRecord> version, Predicate<String> isOther)
      implements StepHistory {
    @Override
    public Optional<StepRecord> done(ImportPhase step) {
      return switch (step) {
        case SNAPSHOTTING -> version;
        case CLEANING -> state.isEmpty() ? version : Optional.empty();
        default -> state.flatMap(left -> left.done(step));
      };
    }

    @Override
    public Optional<StepFailure> failure(ImportPhase step) {
      return state.flatMap(left -> left.failure(step));
    }

    @Override
    public List<String> warnings() {
      return state
          .filter(left -> version.isEmpty())
          .map(ImportState::warnings)
          .or(() -> version.map(StepRecord::warnings))
          .orElse(List.of());
    }

    @Override
    public boolean isHeldByOtherProcess() {
      return state.flatMap(ImportState::heartbeat).filter(isOther).isPresent();
    }

    @Override
    public String location() {
      return "its Secret";
    }
  }
}
