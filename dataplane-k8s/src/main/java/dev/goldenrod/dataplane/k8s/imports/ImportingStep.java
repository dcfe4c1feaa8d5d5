package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.Step.InterruptedStepException;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.exec.DetachedTools.CommandMismatchException;
import dev.goldenrod.engine.imports.ImportWork.Checkpoints;
import dev.goldenrod.engine.imports.ProbedSource.SourceDump;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the source's database into the empty data directory. After an interruption, the dump or
 * load continues. A load starts again from the same dump if its pod is gone or its progress is
 * unknown.
 */
final class ImportingStep implements Step {
  private static final Logger LOG = LoggerFactory.getLogger(ImportingStep.class);

  private static final String BEGUN = "importing.begun";

  private final ImportContext context;

  ImportingStep(ImportContext context) {
    this.context = context;
  }

  @Override
  public ImportResult run(ImportSpec spec, StepRun run) {
    ImportState state = context.states().require(spec.id());
    boolean isFirstTry = !state.isMarked(BEGUN);
    context.states().mark(spec.id(), BEGUN);
    ImportPods pods = new ImportPods(context, spec.id(), run);
    SourceDump dump = state.dump().orElseGet(() -> dump(spec, state, pods, run));
    pods.dumping().end();
    long size = load(spec, dump, pods, isFirstTry, run);
    return new ImportResult(state.source().release(), "", size);
  }

  private SourceDump dump(ImportSpec spec, ImportState state, ImportPods pods, StepRun run) {
    pods.loading().end();
    ImportPod pod = pods.startDumping(state, spec.source());
    PodWork work = new PodWork(context, spec.id(), pod, "dump", state.source().release(), run);
    try {
      SourceDump dump =
          pod.during(
              () ->
                  state
                      .source()
                      .dump(
                          work.work(Checkpoints.NONE),
                          context.sources().credentials(spec.source())));
      context.states().save(spec.id(), dump);
      return dump;
    } catch (CommandMismatchException e) {
      pod.end();
      throw new InterruptedStepException(String.valueOf(e.getMessage()), e);
    }
  }

  private long load(
      ImportSpec spec, SourceDump dump, ImportPods pods, boolean isFirstTry, StepRun run) {
    while (true) {
      try {
        String pod = podWithData(spec, pods, isFirstTry);
        return pods.loading().duringSessions(() -> load(spec, dump, pods.loading(), pod, run));
      } catch (CommandMismatchException | LoadCheckpoints.UnknownProgressException e) {
        LOG.info("Restarting the load of import {} from its dump: {}", spec.id(), e.getMessage());
        run.clearWarnings();
        pods.loading().end();
      }
    }
  }

  private long load(ImportSpec spec, SourceDump dump, ImportPod pod, String uid, StepRun run) {
    ImportState state = context.states().require(spec.id());
    PodWork work = new PodWork(context, spec.id(), pod, "load", state.source().release(), run);
    Checkpoints checkpoints =
        new LoadCheckpoints(context.states(), spec.id(), uid, work.tools(), run);
    return dump.load(work.preparation(), work.work(checkpoints));
  }

  /**
   * Returns the uid of a pod with an empty data directory, or of the pod with the load in progress.
   */
  private String podWithData(ImportSpec spec, ImportPods pods, boolean isFirstTry) {
    ImportState state = context.states().require(spec.id());
    Optional<String> begun = state.loadingPod();
    if (begun.isPresent() && begun.equals(pods.loading().running())) {
      return begun.get();
    }
    if (begun.isEmpty() && isFirstTry) {
      return beginIn(pods.startLoading(state), spec);
    }
    pods.makeLoadedVolume(state);
    String pod = pods.startLoading(state);
    pods.initialise(state);
    return beginIn(pod, spec);
  }

  private String beginIn(String pod, ImportSpec spec) {
    context.states().saveLoadingPod(spec.id(), pod);
    return pod;
  }
}
