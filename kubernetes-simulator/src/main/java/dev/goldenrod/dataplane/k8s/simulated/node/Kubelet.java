package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.dataplane.k8s.simulated.process.Launcher;
import dev.goldenrod.dataplane.k8s.simulated.process.NodeNamespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** The node's agent, which runs the pods of the node as processes of this machine. */
public final class Kubelet implements Node {
  private static final long LOOK_NANOS = 5_000_000;
  private static final Set<ResourceType> SOURCES =
      Set.of(ResourceType.SECRET, ResourceType.CONFIG_MAP);

  private final ObjectApi api;
  private final Path folder;
  private final Function<String, Path> volumes;
  private final Launcher launcher = new Launcher();
  private final NodeNamespaces machine;
  private final Map<String, PodWorker> workers = new ConcurrentHashMap<>();
  private final Map<String, Image> images = new ConcurrentHashMap<>();
  private volatile Duration probeSecond = Duration.ofSeconds(1);
  private Runnable unsubscribe = () -> {};

  public Kubelet(ObjectApi api, Path folder, Function<String, Path> volumes) {
    this.api = api;
    this.folder = folder;
    this.volumes = volumes;
    machine = new NodeNamespaces(launcher, folder.resolve("node"));
  }

  @Override
  public void start() {
    unsubscribe = api.store().subscribe(api.store().revision(), this::changed);
  }

  public void addImage(Image image) {
    images.put(image.name(), image);
    images.put(image.byDigest(), image);
  }

  /** Makes the image unavailable. Pods that run it are not affected. */
  public void removeImage(String name) {
    images.remove(name);
  }

  /** Sets how long a second between two probes takes, so that tests can be faster. */
  public void probeSecond(Duration time) {
    probeSecond = time;
  }

  public String gateway() {
    return machine.gateway();
  }

  private void changed(Change change) {
    if (change.type() == ResourceType.POD) {
      podChanged(change);
    } else if (SOURCES.contains(change.type())) {
      workers.values().forEach(PodWorker::wake);
    }
  }

  private void podChanged(Change change) {
    JsonObject pod = change.object();
    if (!Tree.text(pod, "spec", "nodeName").equals(NAME)) {
      return;
    }
    if (change.kind() == Change.Kind.DELETED) {
      Optional.ofNullable(workers.get(Tree.uid(pod))).ifPresent(PodWorker::removed);
      return;
    }
    workers.computeIfAbsent(Tree.uid(pod), unknown -> started(pod)).changed(pod);
  }

  private PodWorker started(JsonObject pod) {
    PodWorker worker = new PodWorker(this, pod);
    worker.start();
    return worker;
  }

  @Override
  public Process exec(JsonObject pod, String container, List<String> command) throws IOException {
    Container found =
        run(pod, container)
            .running()
            .orElseThrow(
                () ->
                    ApiError.of(
                        500,
                        "InternalError",
                        "Internal error occurred: unable to upgrade connection: container not found"
                            + " (\"%s\")".formatted(container)));
    return found.exec(launcher, command);
  }

  @Override
  public Process tunnel(JsonObject pod, int port) throws IOException {
    return worker(pod)
        .sandbox()
        .orElseThrow(
            () -> ApiError.badRequest("pod %s does not have a sandbox".formatted(Tree.name(pod))))
        .connect(port);
  }

  @Override
  public String log(JsonObject pod, String container, boolean previous) throws IOException {
    ContainerRun run = run(pod, container);
    Path log = run.log(previous);
    if (!Files.exists(log)) {
      String which = previous ? "previous terminated container" : "container";
      throw ApiError.badRequest(
          "%s \"%s\" in pod \"%s\" is waiting to start or was not found"
              .formatted(which, run.name(), Tree.name(pod)));
    }
    return Files.readString(log);
  }

  private ContainerRun run(JsonObject pod, String container) {
    return worker(pod).runs().stream()
        .filter(run -> container.isEmpty() || run.name().equals(container))
        .findFirst()
        .orElseThrow(
            () ->
                ApiError.badRequest(
                    "container %s is not valid for pod %s".formatted(container, Tree.name(pod))));
  }

  private PodWorker worker(JsonObject pod) {
    PodWorker worker = workers.get(Tree.uid(pod));
    if (worker == null) {
      throw ApiError.badRequest("pod %s does not have a host assigned".formatted(Tree.name(pod)));
    }
    return worker;
  }

  @Override
  public void close() {
    unsubscribe.run();
    while (!workers.isEmpty()) {
      workers.values().forEach(PodWorker::removed);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    machine.close();
    launcher.close();
  }

  ObjectApi api() {
    return api;
  }

  NodeNamespaces machine() {
    return machine;
  }

  Path folder() {
    return folder;
  }

  /** Returns the function that maps volume handles to directories. */
  Function<String, Path> volumes() {
    return volumes;
  }

  /** Returns the image; empty if it cannot be pulled. */
  Optional<Image> image(String name) {
    return Optional.ofNullable(images.get(name));
  }

  /** Returns how long a second between two probes takes. */
  Duration probeSecond() {
    return probeSecond;
  }

  void ended(PodWorker worker) {
    workers.values().remove(worker);
  }
}
