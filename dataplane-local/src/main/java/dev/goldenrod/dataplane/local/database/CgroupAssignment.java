package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.cgroup.CgroupController;
import dev.goldenrod.dataplane.local.record.DatabaseContext;
import dev.goldenrod.dataplane.local.work.DatabaseExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * Moves the processes of a starting database into its control group, in parallel with the start:
 * the kernel may need as long for it as a small server needs to start.
 */
final class CgroupAssignment {
  private final UUID id;
  private final Resources resources;
  private final String volume;
  private final DatabaseContext context;
  private final DatabaseExecutor executor;
  private final List<String> notes = new ArrayList<>();
  private Future<?> joined = CompletableFuture.completedFuture(null);

  CgroupAssignment(
      UUID id,
      Resources resources,
      String volume,
      DatabaseContext context,
      DatabaseExecutor executor) {
    this.id = id;
    this.resources = resources;
    this.volume = volume;
    this.context = context;
    this.executor = executor;
  }

  void begin(ProcessHandle process) {
    joined = executor.submit(() -> confine(process));
  }

  /** Waits until all processes are confined. Returns the limits that are not enforced. */
  String await() {
    executor.await(joined);
    return String.join("; ", notes);
  }

  private void confine(ProcessHandle process) {
    Map<CgroupController, String> failed =
        context
            .cgroups()
            .confine(id.toString(), resources, context.volumes().path(volume), process);
    failed.values().stream().distinct().map(reason -> note(failed, reason)).forEach(notes::add);
    if (resources.storageMib() > 0) {
      context
          .volumes()
          .limitProblem(volume)
          .ifPresent(
              reason ->
                  notes.add(
                      "storage %s is not enforced: %s"
                          .formatted(Resources.mebibytes(resources.storageMib()), reason)));
    }
  }

  /** Returns one sentence about all limits that failed for the same reason. */
  private String note(Map<CgroupController, String> failed, String reason) {
    List<String> limits =
        failed.keySet().stream()
            .filter(controller -> reason.equals(failed.get(controller)))
            .sorted()
            .map(controller -> controller.label() + " " + amount(controller))
            .toList();
    return "%s %s not enforced: %s"
        .formatted(String.join(" and ", limits), limits.size() == 1 ? "is" : "are", reason);
  }

  private String amount(CgroupController controller) {
    return switch (controller) {
      case MEMORY -> Resources.mebibytes(resources.memoryMib());
      case CPU -> Resources.cores(resources.cpuMillis());
    };
  }
}
