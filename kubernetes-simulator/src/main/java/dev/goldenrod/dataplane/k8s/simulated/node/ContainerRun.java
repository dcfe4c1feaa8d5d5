package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A container of a pod through all its restarts. Probes set its readiness concurrently. */
final class ContainerRun {
  private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long LONGEST_BACKOFF = TimeUnit.SECONDS.toNanos(4);
  private static final int MESSAGE_LENGTH = 2048;

  interface Starter {
    Container start(JsonObject container, Path log) throws IOException;
  }

  private final JsonObject spec;
  private final Path logs;
  private final String restartPolicy;
  private @Nullable volatile Container current;
  private JsonObject state = waiting("ContainerCreating", "");
  private JsonObject lastState = new JsonObject();
  private String startedAt = "";
  private String imageId = "";
  private int restarts;
  private long dueAt = System.nanoTime();
  private boolean finished;
  private volatile boolean started;
  private volatile boolean ready;

  ContainerRun(JsonObject spec, Path logs, String restartPolicy) {
    this.spec = spec;
    this.logs = logs;
    this.restartPolicy = restartPolicy;
  }

  static JsonObject waiting(String reason, String message) {
    return Tree.of(
        "waiting", Tree.of("reason", reason, "message", message.isEmpty() ? null : message));
  }

  String name() {
    return Tree.text(spec, "name");
  }

  JsonObject spec() {
    return spec;
  }

  Optional<Container> running() {
    Container is = current;
    return is != null && is.process().isAlive() ? Optional.of(is) : Optional.empty();
  }

  boolean isFinished() {
    return finished;
  }

  boolean isSuccessful() {
    return Tree.number(state, 1, "terminated", "exitCode") == 0;
  }

  boolean isReady() {
    return ready;
  }

  void ready(boolean value) {
    ready = value;
  }

  /** Called when the startup probe has succeeded, or at once if there is none. */
  void started() {
    started = true;
    ready = !spec.has("readinessProbe");
  }

  void setImage(Image image) {
    imageId = image.id();
  }

  void setWaiting(String reason, String message) {
    state = waiting(reason, message);
  }

  Path log(boolean previous) {
    return logs.resolve(name() + "-" + (previous ? restarts - 1 : restarts) + ".log");
  }

  /** Starts the container if it is due. Returns the nanoseconds until the next attempt. */
  long step(Starter starter, Runnable onExit) throws IOException {
    Container is = current;
    if (is != null && !is.process().isAlive()) {
      ended(is);
    }
    if (finished || current != null) {
      return Long.MAX_VALUE;
    }
    long left = dueAt - System.nanoTime();
    if (left > 0) {
      return left;
    }
    started = false;
    ready = false;
    Container begun = starter.start(spec, log(false));
    startedAt = Times.now();
    state = Tree.of("running", Tree.of("startedAt", startedAt));
    if (!spec.has("startupProbe")) {
      started();
    }
    current = begun;
    begun.process().onExit().thenRun(onExit);
    return Long.MAX_VALUE;
  }

  private void ended(Container is) throws IOException {
    current = null;
    started = false;
    ready = false;
    int code = is.process().exitValue();
    JsonObject terminated = terminated(code, is.log());
    if (restartPolicy.equals("Never") || (restartPolicy.equals("OnFailure") && code == 0)) {
      finished = true;
      state = terminated;
      return;
    }
    lastState = terminated;
    dueAt = System.nanoTime() + backoff();
    restarts++;
    state =
        restarts == 1
            ? terminated
            : waiting(
                "CrashLoopBackOff",
                "back-off 10s restarting failed container=%s".formatted(name()));
  }

  private long backoff() {
    return restarts == 0
        ? 0
        : Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(restarts - 1, 5));
  }

  private JsonObject terminated(int code, Path log) throws IOException {
    JsonObject terminated =
        Tree.of(
            "exitCode",
            code,
            "reason",
            code == 0 ? "Completed" : "Error",
            "startedAt",
            startedAt,
            "finishedAt",
            Times.now());
    boolean fallback = Tree.text(spec, "terminationMessagePolicy").equals("FallbackToLogsOnError");
    if (code != 0 && fallback) {
      byte[] all = Files.readAllBytes(log);
      int from = Math.max(0, all.length - MESSAGE_LENGTH);
      terminated.addProperty(
          "message", new String(all, from, all.length - from, StandardCharsets.UTF_8));
    }
    return Tree.of("terminated", terminated);
  }

  JsonObject status() {
    return Tree.of(
        "name",
        name(),
        "image",
        Tree.text(spec, "image"),
        "imageID",
        current == null ? "" : imageId,
        "containerID",
        current == null ? null : "simulated://" + current.firstPid(),
        "ready",
        ready,
        "started",
        started,
        "restartCount",
        restarts,
        "state",
        state.deepCopy(),
        "lastState",
        lastState.deepCopy());
  }
}
