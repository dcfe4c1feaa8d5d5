package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.exec.DetachedTools;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodCallRetry;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.Checkpoints;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.imports.ImportWork.EngineHost;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The work of a step in a pod of its import. It continues while no server is connected, and the
 * server that runs the step next in the same pod attaches to it. Used by one thread.
 */
final class PodWork {
  private static final int JOBS = 4;

  private final ImportContext context;
  private final UUID id;
  private final EnginePod pod;
  private final String release;
  private final StepRun run;
  private final PodCallRetry retry;
  private final DetachedTools tools;

  /**
   * @param name of the work, unique within the pod
   */
  PodWork(ImportContext context, UUID id, ImportPod pod, String name, String release, StepRun run) {
    this.context = context;
    this.id = id;
    this.pod = context.pod(pod.name());
    this.release = release;
    this.run = run;
    this.retry = PodCallRetry.of(run::isCancelled, pod::requireRunning, run::setWaitReason);
    this.tools = this.pod.detached(name, retry);
  }

  DetachedTools tools() {
    return tools;
  }

  DataDirectoryContext preparation() {
    return pod.preparation(release, context.states().files(id), tools, retry);
  }

  ImportWork work(Checkpoints checkpoints) {
    ClientTools clients =
        new ClientTools(Integer.parseInt(release), release, "the engine's image", Optional::of);
    return new ImportWork(tools, clients, run, JOBS, EngineHost.IMAGE, checkpoints, false, null);
  }

  /** Runs a short command that may be repeated. */
  void command(String... words) {
    retry.call(() -> pod.output(List.of(words)));
  }
}
