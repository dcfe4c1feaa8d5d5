package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.EnsureStep;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Parameters.StepOf;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.ImportSteps;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.StepState;
import java.util.List;
import java.util.UUID;

/**
 * @param masks whether the agent's data plane can mask imports
 */
record RemoteImports(AgentCalls calls, boolean masks) implements ImportSteps {
  private static final int MOST_WARNINGS = 1_000;

  @Override
  public ImportObservation observe(UUID id, ImportPhase step) {
    ImportObservation reported = calls.callForResult(Methods.OBSERVE_STEP, new StepOf(id, step));
    ImportResult result = AgentMessageValidator.result(reported.result());
    if (step == ImportPhase.PROBING
        && reported.state() == StepState.DONE
        && result.release().isEmpty()) {
      throw new DataPlaneException("the agent reported no release of the source");
    }
    List<String> warnings =
        reported.warnings().stream().limit(MOST_WARNINGS).map(PeerText::sanitize).toList();
    return new ImportObservation(
        reported.state(),
        PeerText.sanitize(reported.message()),
        AgentMessageValidator.progress(reported.progress()).orElse(null),
        warnings,
        result);
  }

  @Override
  public void ensure(ImportSpec spec, ImportPhase step) {
    if (spec.maskingRules() != null && !masks) {
      throw new DataPlaneException(MaskingTools.UNSUPPORTED);
    }
    calls.call(Methods.ENSURE_STEP, new EnsureStep(spec, step));
  }

  @Override
  public boolean remove(UUID id) {
    return calls.callForResult(Methods.REMOVE_IMPORT, new Id(id));
  }
}
