package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.exec.OtherRunException;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.engine.postgres.imports.Checkpoints;
import dev.goldenrod.engine.postgres.imports.StepRun;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport;
import dev.goldenrod.engine.postgres.imports.dump.PostgresImport.Dumped;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the source's database into the empty cluster. Interrupted, it goes on with the dump or the
 * load where that stands; a load whose pod is gone, or of which nobody can say where it stands,
 * begins anew with the same dump.
 */
final class LoadStep implements Step {
  private static final Logger LOG = LoggerFactory.getLogger(LoadStep.class);

  private static final String BEGUN = "importing.begun";

  private final ImportContext context;

  LoadStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    SavedState state = context.states().require(spec.id());
    boolean isUntouched = !state.isMarked(BEGUN);
    context.states().mark(spec.id(), BEGUN);
    ImportPods pods = new ImportPods(context, spec.id(), run);
    Dumped dumped = state.dumped().orElseGet(() -> dump(spec, state, pods, run));
    pods.dumping().end();
    load(spec, dumped, pods, isUntouched, run);
    return new ImportResult(Integer.toString(state.source().major()), "", 0);
  }

  private Dumped dump(ImportSpec spec, SavedState state, ImportPods pods, StepRun run) {
    pods.loading().end();
    ImportPod pod = pods.startDumping(state, spec.source());
    PodWork work = new PodWork(context, spec.id(), pod, "dump", state.source().major(), run);
    try {
      Dumped dumped =
          pod.during(
              () ->
                  PostgresImport.dump(
                      work.work(Checkpoints.NONE),
                      context.sources().login(spec.source()),
                      state.source()));
      context.states().save(spec.id(), dumped);
      return dumped;
    } catch (OtherRunException e) {
      pod.end();
      throw new InterruptedStepException(String.valueOf(e.getMessage()), e);
    }
  }

  private void load(
      ImportSpec spec, Dumped dumped, ImportPods pods, boolean isUntouched, StepRun run) {
    while (true) {
      try {
        String pod = podWithCluster(spec, pods, isUntouched, run);
        pods.loading()
            .duringSessions(
                () -> {
                  load(spec, dumped, pods.loading(), pod, run);
                  return true;
                });
        return;
      } catch (OtherRunException | LoadCheckpoints.HalfDoneException e) {
        LOG.info("import {} is loaded anew from its dump: {}", spec.id(), e.getMessage());
        run.begun();
        pods.loading().end();
      }
    }
  }

  private void load(ImportSpec spec, Dumped dumped, ImportPod pod, String uid, StepRun run) {
    SavedState state = context.states().require(spec.id());
    PodWork work = new PodWork(context, spec.id(), pod, "load", state.source().major(), run);
    Checkpoints checkpoints =
        new LoadCheckpoints(context.states(), spec.id(), uid, work.tools(), run);
    PostgresImport.load(work.cluster(), work.work(checkpoints), state.source(), dumped);
  }

  /** The uid of a pod whose volume has an empty cluster, or the load that goes on in it. */
  private String podWithCluster(
      ImportSpec spec, ImportPods pods, boolean isUntouched, StepRun run) {
    SavedState state = context.states().require(spec.id());
    Optional<String> begun = state.loadingPod();
    if (begun.isPresent() && begun.equals(pods.loading().running())) {
      return begun.get();
    }
    if (begun.isEmpty() && isUntouched) {
      return beginIn(pods.startLoading(state), spec);
    }
    pods.makeLoadedVolume(state);
    String pod = pods.startLoading(state);
    InitStep.initialise(context, spec.id(), state, pods.loading(), run);
    return beginIn(pod, spec);
  }

  private String beginIn(String pod, ImportSpec spec) {
    context.states().saveLoadingPod(spec.id(), pod);
    return pod;
  }
}
