package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Launcher;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Probes one run of a container until it ends. */
final class Prober {
  private static final long QUICK_MILLIS = 200;

  private final ContainerRun run;
  private final Container container;
  private final Runnable wake;
  private final String address;
  private final Launcher launcher;
  private final Duration second;

  Prober(
      ContainerRun run,
      Container container,
      String address,
      Launcher launcher,
      Duration second,
      Runnable wake) {
    this.run = run;
    this.container = container;
    this.address = address;
    this.launcher = launcher;
    this.second = second;
    this.wake = wake;
  }

  void start() {
    if (run.spec().has("startupProbe")) {
      DaemonThread.start("simulated-startup", this::watchStartup);
    } else {
      startProbes();
    }
  }

  private void watchStartup() {
    JsonObject spec = run.spec().getAsJsonObject("startupProbe");
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      if (succeeds(spec)) {
        started();
        return;
      }
      failures++;
      if (failures >= Tree.number(spec, 3, "failureThreshold")) {
        container.signal(false);
      }
      pause(Math.min(QUICK_MILLIS, period(spec)));
    }
  }

  private void started() {
    if (container.process().isAlive()) {
      run.started();
      wake.run();
      startProbes();
    }
  }

  private void startProbes() {
    if (run.spec().has("readinessProbe")) {
      DaemonThread.start("simulated-readiness", this::watchReadiness);
    }
    if (run.spec().has("livenessProbe")) {
      DaemonThread.start("simulated-liveness", this::watchLiveness);
    }
  }

  /** Until a container is ready, it is probed more often than its period, as the kubelet does. */
  private void watchReadiness() {
    JsonObject spec = run.spec().getAsJsonObject("readinessProbe");
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      boolean well = succeeds(spec);
      failures = well ? 0 : failures + 1;
      boolean tolerated = run.isReady() && failures < Tree.number(spec, 3, "failureThreshold");
      setReady(well || tolerated);
      pause(run.isReady() ? period(spec) : Math.min(QUICK_MILLIS, period(spec)));
    }
  }

  private void setReady(boolean ready) {
    if (run.isReady() != ready && container.process().isAlive()) {
      run.ready(ready);
      wake.run();
    }
  }

  private void watchLiveness() {
    JsonObject spec = run.spec().getAsJsonObject("livenessProbe");
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      pause(period(spec));
      failures = succeeds(spec) ? 0 : failures + 1;
      if (failures >= Tree.number(spec, 3, "failureThreshold")) {
        container.signal(false);
      }
    }
  }

  private boolean succeeds(JsonObject spec) {
    try {
      List<String> command = Tree.texts(spec, "exec", "command");
      return command.isEmpty() ? connects(spec) : runs(spec, command);
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean runs(JsonObject spec, List<String> command)
      throws IOException, InterruptedException {
    Process process = container.exec(launcher, command);
    process.getOutputStream().close();
    // The output is not read: reading from a server that hangs would block beyond the probe's
    // timeout.
    if (!process.waitFor(timeoutMillis(spec), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  private boolean connects(JsonObject spec) throws IOException {
    try (Socket socket = new Socket()) {
      int port = (int) Tree.number(spec, 0, "tcpSocket", "port");
      socket.connect(new InetSocketAddress(address, port), (int) timeoutMillis(spec));
      return true;
    }
  }

  private static long timeoutMillis(JsonObject spec) {
    return TimeUnit.SECONDS.toMillis(Tree.number(spec, 1, "timeoutSeconds"));
  }

  private long initialDelay(JsonObject spec) {
    return second.multipliedBy(Tree.number(spec, 0, "initialDelaySeconds")).toMillis();
  }

  private long period(JsonObject spec) {
    return second.multipliedBy(Tree.number(spec, 10, "periodSeconds")).toMillis();
  }

  private void pause(long millis) {
    try {
      container.process().waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
