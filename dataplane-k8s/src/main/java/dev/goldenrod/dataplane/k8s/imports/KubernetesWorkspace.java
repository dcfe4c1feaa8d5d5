package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace;
import dev.goldenrod.dataplane.imports.StepFailure;
import dev.goldenrod.dataplane.imports.StepHistory;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.imports.state.ImportState;
import dev.goldenrod.dataplane.k8s.imports.step.ImportContext;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.util.Optional;
import java.util.UUID;

/** The state of imports in Secrets, shared by all servers of a cluster. */
final class KubernetesWorkspace implements ImportWorkspace, AutoCloseable {
  private static final String DISK_FULL = "No space left on device";

  private final ImportContext context;
  private final ImportOwnership ownership;

  KubernetesWorkspace(ImportContext context) {
    this.context = context;
    this.ownership = new ImportOwnership(context.states());
  }

  @Override
  public StepHistory history(UUID id) {
    Optional<ImportState> state = context.states().find(id);
    return new SavedHistory(state, context.madeBy(id), sign -> ownership.isOther(id, sign));
  }

  @Override
  public Optional<ImportLock> tryLock(UUID id, Runnable stop) {
    return ownership.tryLock(id, stop);
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
    ownership.close();
  }
}
