package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.EventRecorder;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.dataplane.k8s.simulated.process.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts, restarts and stops the containers of one pod, in a thread of its own. */
final class PodWorker {
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Kubelet kubelet;
  private final EventRecorder events;
  private final PodStatus status;
  private final Path folder;
  private final PodVolumes volumes;
  private final List<ContainerRun> runs;
  private final Semaphore wakes = new Semaphore(0);
  private volatile JsonObject pod;
  private volatile boolean gone;
  private boolean done;
  private @Nullable volatile Sandbox sandbox;

  PodWorker(Kubelet kubelet, JsonObject pod) {
    this.kubelet = kubelet;
    this.pod = pod;
    events = new EventRecorder(kubelet.api(), "kubelet");
    status = new PodStatus(kubelet.api(), pod);
    folder = kubelet.folder().resolve("pods").resolve(Tree.uid(pod));
    volumes = new PodVolumes(kubelet.api(), kubelet.volumes(), folder, pod);
    String policy = Tree.text(pod, "spec", "restartPolicy");
    runs =
        Tree.objects(pod, "spec", "containers").stream()
            .map(one -> new ContainerRun(one, folder.resolve("logs"), policy))
            .toList();
  }

  void start() {
    DaemonThread.start("simulated-pod-" + Tree.name(pod), this::run);
  }

  void changed(JsonObject is) {
    pod = is;
    wakes.release();
  }

  void removed() {
    gone = true;
    wakes.release();
  }

  void wake() {
    wakes.release();
  }

  Optional<Sandbox> sandbox() {
    return Optional.ofNullable(sandbox);
  }

  List<ContainerRun> runs() {
    return runs;
  }

  private void run() {
    try {
      while (!done) {
        long wait = step();
        if (!done) {
          wakes.tryAcquire(wait, TimeUnit.NANOSECONDS);
          wakes.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end();
    }
  }

  private void end() {
    try {
      kill();
    } finally {
      kubelet.ended(this);
    }
  }

  private long step() throws InterruptedException {
    if (gone || Tree.isDeleting(pod)) {
      terminate();
      return 0;
    }
    try {
      if (sandbox == null) {
        volumes.prepare();
        Files.createDirectories(folder.resolve("logs"));
        sandbox = new Sandbox(kubelet.machine(), Tree.name(pod));
      } else {
        volumes.refresh();
      }
      return stepContainers();
    } catch (ApiError e) {
      fail(e.code() == 400 ? "CreateContainerConfigError" : "ContainerCreating", e.getMessage());
      return RETRY_NANOS;
    } catch (IllegalStateException e) {
      fail("CreatePodSandboxError", e.toString());
      return RETRY_NANOS;
    } catch (IOException e) {
      fail("CreateContainerError", e.toString());
      return RETRY_NANOS;
    }
  }

  private void fail(String reason, String message) {
    for (ContainerRun run : runs) {
      if (run.running().isEmpty()) {
        run.setWaiting(reason, reason.equals("ContainerCreating") ? "" : message);
      }
    }
    if (status.update(runs, sandbox) && !gone) {
      events.warning(pod, "FailedMount", "MountVolume.SetUp failed: " + message);
    }
  }

  private long stepContainers() throws IOException {
    long wait = Long.MAX_VALUE;
    for (ContainerRun run : runs) {
      wait = Math.min(wait, stepContainer(run));
    }
    gone |= !status.update(runs, sandbox) && status.isGone();
    return wait;
  }

  private long stepContainer(ContainerRun run) throws IOException {
    String wanted = Tree.text(run.spec(), "image");
    Optional<Image> image = kubelet.image(wanted);
    if (image.isEmpty() && run.running().isEmpty() && !run.isFinished()) {
      reportMissingImage(run, wanted);
      return RETRY_NANOS;
    }
    return run.step((spec, log) -> startContainer(run, image.orElseThrow(), log), this::wake);
  }

  private void reportMissingImage(ContainerRun run, String image) {
    String why =
        "Failed to pull image \"%s\": rpc error: code = NotFound desc = failed to pull and unpack"
            + " image \"%s\": not found";
    if (Tree.text(run.status(), "state", "waiting", "reason").equals("ErrImagePull")) {
      run.setWaiting("ImagePullBackOff", "Back-off pulling image \"%s\"".formatted(image));
      events.warning(pod, "BackOff", "Back-off pulling image \"%s\"".formatted(image));
    } else if (!Tree.text(run.status(), "state", "waiting", "reason").equals("ImagePullBackOff")) {
      run.setWaiting("ErrImagePull", why.formatted(image, image));
      events.warning(pod, "Failed", why.formatted(image, image));
    }
  }

  private Container startContainer(ContainerRun run, Image image, Path log) throws IOException {
    Sandbox in = sandbox;
    Container.Spec spec =
        new ContainerSpecs(kubelet.api(), pod, volumes, folder, in.address()).of(run.spec(), image);
    Container started = Container.start(kubelet.machine(), in, spec, log);
    run.setImage(image);
    new Prober(
            run,
            started,
            in.address(),
            kubelet.machine().launcher(),
            kubelet.probeSecond(),
            this::wake)
        .start();
    events.normal(pod, "Started", "Started container " + run.name());
    return started;
  }

  /** Terminates the containers, kills them after the grace period, and deletes the pod. */
  private void terminate() throws InterruptedException {
    runs.forEach(run -> run.running().ifPresent(one -> one.signal(false)));
    long since = System.nanoTime();
    while (!gone && isRunning() && System.nanoTime() - since < graceNanos()) {
      wakes.tryAcquire(RETRY_NANOS, TimeUnit.NANOSECONDS);
    }
    kill();
    done = true;
    if (!gone) {
      DeleteOptions now = new DeleteOptions("", 0, Tree.uid(pod), "");
      try {
        kubelet.api().delete(ResourceType.POD, Tree.namespace(pod), Tree.name(pod), now);
      } catch (ApiError e) {
        gone = true;
      }
    }
  }

  private boolean isRunning() {
    return runs.stream().anyMatch(run -> run.running().isPresent());
  }

  private long graceNanos() {
    return TimeUnit.SECONDS.toNanos(Tree.number(pod, 0, "metadata", "deletionGracePeriodSeconds"));
  }

  private void kill() {
    runs.forEach(
        run ->
            run.running()
                .ifPresent(
                    one -> {
                      one.signal(true);
                      one.process().onExit().join();
                    }));
    Sandbox is = sandbox;
    sandbox = null;
    if (is != null) {
      is.close();
    }
    volumes.delete();
  }
}
