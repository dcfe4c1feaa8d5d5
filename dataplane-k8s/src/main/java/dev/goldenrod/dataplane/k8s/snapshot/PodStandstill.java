package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.ServerScript;
import dev.goldenrod.dataplane.k8s.work.WaitTimes;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A suspension of all processes of a database's server during one copy. It ends by itself at the
 * latest after {@code longest}, and soon after the copying process was killed.
 *
 * @param holder identifies the copy that suspends the server
 * @param longest maximum duration; whole seconds
 * @param unrenewed it ends after this time without a renewal; whole seconds
 */
record PodStandstill(EnginePod pod, String holder, Duration longest, Duration unrenewed) {
  private static final int RENEWALS_IN_TIME = 5;
  private static final Duration LONGEST_COMMAND = Duration.ofSeconds(30);
  private static final String READ_HOLDER = "readlink \"$1\" || true";
  private static final Logger LOG = LoggerFactory.getLogger(PodStandstill.class);
  private static final ThreadFactory RENEWALS = new DaemonThreads("standstill");

  static PodStandstill of(EnginePod pod, WaitTimes times) {
    return new PodStandstill(
        pod, UUID.randomUUID().toString(), times.standstill(), times.silence());
  }

  /** Stops the processes; returns false if another copy has stopped them. */
  boolean begin() {
    return run(
        "stop", Long.toString(longest.toSeconds()), holder, Long.toString(unrenewed.toSeconds()));
  }

  /** Runs work while the processes are stopped, and renews the suspension meanwhile. */
  <T> T during(Supplier<T> work) {
    Thread renewal = RENEWALS.newThread(this::renew);
    renewal.start();
    try {
      return work.get();
    } finally {
      renewal.interrupt();
    }
  }

  private void renew() {
    long end = System.nanoTime() + longest.toNanos();
    try {
      while (System.nanoTime() < end) {
        Thread.sleep(unrenewed.dividedBy(RENEWALS_IN_TIME).toMillis());
        renewOnce();
      }
    } catch (InterruptedException over) {
      LOG.debug("Stopped renewing the standstill", over);
    }
  }

  private void renewOnce() {
    try {
      run("renew", holder);
    } catch (DataPlaneException e) {
      LOG.debug("Cannot renew the standstill", e);
    }
  }

  /** Lets the processes continue; returns false if the suspension had ended before. */
  boolean end() {
    return run("continue", holder);
  }

  static boolean isAny(EnginePod pod) {
    return !pod.output(EnginePod.shell(READ_HOLDER, ServerScript.HOLDER), LONGEST_COMMAND)
        .isBlank();
  }

  private boolean run(String... arguments) {
    String script = PodLayout.CONFIGURATION.resolve(ServerScript.STANDSTILL).toString();
    List<String> command =
        Stream.concat(Stream.of("/bin/sh", script), Arrays.stream(arguments)).toList();
    return pod.output(command, LONGEST_COMMAND).isBlank();
  }
}
