package dev.goldenrod.dataplane.k8s.snapshot;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.PodLayout;
import dev.goldenrod.dataplane.k8s.manifest.ServerScript;
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
 * The time in which all processes of a database's server stand still for one copy. It ends by
 * itself, also when it is never released, and soon when the process that wants it was killed.
 *
 * @param pod that they are in
 * @param holder tells it from the standstills of other copies
 */
public record PodStandstill(EnginePod pod, String holder) {
  public static final Duration LONGEST = Duration.ofSeconds(30);

  /** After so long without a word of the process that wants it, it ends. */
  private static final Duration UNRENEWED = Duration.ofSeconds(5);

  private static final Duration BETWEEN_RENEWALS = Duration.ofSeconds(1);
  private static final String READ_HOLDER = "readlink \"$1\" || true";
  private static final Logger LOG = LoggerFactory.getLogger(PodStandstill.class);
  private static final ThreadFactory RENEWALS = new DaemonThreads("standstill");

  /** By then it is over for certain, and so is what a killed server made meanwhile. */
  public static final Duration ABANDONED_AFTER = LONGEST.plusSeconds(30);

  /** One that has not begun. */
  public static PodStandstill of(EnginePod pod) {
    return new PodStandstill(pod, UUID.randomUUID().toString());
  }

  /** Stops the processes; false when they stand still for another copy. */
  public boolean begin() {
    return run(
        "stop", Long.toString(LONGEST.toSeconds()), holder, Long.toString(UNRENEWED.toSeconds()));
  }

  /** Does work while they stand still, for {@link #LONGEST} at most. */
  public <T> T during(Supplier<T> work) {
    Thread renewal = RENEWALS.newThread(this::renew);
    renewal.start();
    try {
      return work.get();
    } finally {
      renewal.interrupt();
    }
  }

  private void renew() {
    long end = System.nanoTime() + LONGEST.toNanos();
    try {
      while (System.nanoTime() < end) {
        Thread.sleep(BETWEEN_RENEWALS.toMillis());
        renewOnce();
      }
    } catch (InterruptedException over) {
      LOG.debug("the work is done", over);
    }
  }

  private void renewOnce() {
    try {
      run("renew", holder);
    } catch (DataPlaneException e) {
      LOG.debug("a standstill is not renewed", e);
    }
  }

  /** Lets them continue; false when it was over before. */
  public boolean end() {
    return run("continue", holder);
  }

  /** Whether the processes stand still for whatever copy. */
  public static boolean isAny(EnginePod pod) {
    return !pod.output(List.of("sh", "-c", READ_HOLDER, "sh", ServerScript.HOLDER), LONGEST)
        .isBlank();
  }

  private boolean run(String... arguments) {
    String script = PodLayout.CONFIGURATION.resolve(ServerScript.STANDSTILL).toString();
    List<String> command =
        Stream.concat(Stream.of("/bin/sh", script), Arrays.stream(arguments)).toList();
    return pod.output(command, LONGEST).isBlank();
  }
}
