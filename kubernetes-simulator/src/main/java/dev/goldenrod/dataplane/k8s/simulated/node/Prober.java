package dev.goldenrod.dataplane.k8s.simulated.node;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Container;
import dev.goldenrod.dataplane.k8s.simulated.process.Launcher;
import java.time.Duration;
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
    Probe probe = new Probe(spec, address, launcher);
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      if (probe.succeeds(container)) {
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
    Probe probe = new Probe(spec, address, launcher);
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      boolean well = probe.succeeds(container);
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
    Probe probe = new Probe(spec, address, launcher);
    long failures = 0;
    pause(initialDelay(spec));
    while (container.process().isAlive()) {
      pause(period(spec));
      failures = probe.succeeds(container) ? 0 : failures + 1;
      if (failures >= Tree.number(spec, 3, "failureThreshold")) {
        container.signal(false);
      }
    }
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
