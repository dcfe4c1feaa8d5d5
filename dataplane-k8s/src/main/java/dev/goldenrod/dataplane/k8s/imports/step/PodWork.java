package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.exec.DetachedTools;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.Persistence;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.imports.Checkpoints;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What a step runs in a pod of its import. It goes on without a connection, and the server that
 * does the step next in the same pod finds it. Used by one thread.
 */
final class PodWork {
  private static final int JOBS = 4;

  private final ImportContext context;
  private final UUID id;
  private final EnginePod pod;
  private final String release;
  private final StepRun run;
  private final Persistence persistence;
  private final DetachedTools tools;

  /**
   * Work in that pod.
   *
   * @param name of the work, which a pod does once
   * @param release of the source
   */
  PodWork(ImportContext context, UUID id, ImportPod pod, String name, String release, StepRun run) {
    this.context = context;
    this.id = id;
    this.pod = context.pod(pod.name());
    this.release = release;
    this.run = run;
    this.persistence = Persistence.of(run::isCancelled, pod::requireRunning, run::waitsFor);
    this.tools = this.pod.detached(name, persistence);
  }

  DetachedTools tools() {
    return tools;
  }

  /** The data that is made in the pod. */
  Preparation preparation() {
    return pod.preparation(release, context.states().files(id), tools, persistence);
  }

  /** What the import of the source uses in the pod. */
  ImportWork work(Checkpoints checkpoints) {
    ClientTools clients =
        new ClientTools(Integer.parseInt(release), release, "the engine's image", Optional::of);
    return new ImportWork(tools, clients, run, JOBS, checkpoints);
  }

  /** Runs a command that takes a moment, and may be run twice. */
  void command(String... words) {
    persistence.make(() -> pod.output(List.of(words)));
  }
}
