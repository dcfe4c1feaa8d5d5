package dev.goldenrod.reconcile;

import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import java.time.Instant;

/** The next step of an instance, decided from its requested and its observed state. */
sealed interface InstanceStep {
  String LOST = "its data is gone from the data plane; reset it to make it anew";

  record Delete() implements InstanceStep {}

  record Remove() implements InstanceStep {}

  /** The instance has expired: request its deletion. */
  record Expire() implements InstanceStep {}

  /** Call {@code ensure} in the data plane, and store the instance's new state. */
  record Ensure(Instance next) implements InstanceStep {}

  record Save(Instance next) implements InstanceStep {}

  /**
   * The data of a clone that was ready is gone: store the instance as failed, with an audit event.
   */
  record MarkLost(Instance next) implements InstanceStep {}

  record NoOp() implements InstanceStep {}

  /** Decides the next step, without side effects. */
  static InstanceStep decide(Instance instance, DatabaseObservation seen, Instant now) {
    if (instance.spec().desiredState() == DesiredState.ABSENT) {
      return seen.state() == DatabaseState.ABSENT ? new Delete() : new Remove();
    }
    if (!instance.isWarm() && !now.isBefore(instance.spec().expiresAt())) {
      return new Expire();
    }
    if (instance.phase() == InstancePhase.FAILED && !hasRecovered(instance, seen)) {
      return new NoOp();
    }
    if (seen.state() == DatabaseState.ABSENT && isInUse(instance)) {
      // To create it again would silently discard the owner's changes.
      return new MarkLost(instance.failed(LOST));
    }
    if (seen.generation() < instance.spec().cloneGeneration()) {
      return new Ensure(instance.provisioning(""));
    }
    return switch (seen.state()) {
      case ABSENT, WORKING, STOPPED -> new Ensure(instance.provisioning(""));
      case BLOCKED -> new Ensure(instance.provisioning(seen.message()));
      case FAILED -> new Save(instance.failed(seen.message()));
      case READY ->
          isReadyAs(instance, seen)
              ? new NoOp()
              : new Save(instance.becameReady(seen.endpoint(), seen.message()));
    };
  }

  private static boolean isInUse(Instance instance) {
    return instance.wasReady() && !instance.isWarm();
  }

  private static boolean hasRecovered(Instance instance, DatabaseObservation seen) {
    return seen.state() == DatabaseState.READY
        && seen.generation() == instance.spec().cloneGeneration();
  }

  private static boolean isReadyAs(Instance instance, DatabaseObservation seen) {
    return instance.phase() == InstancePhase.READY
        && instance.status().endpoint().equals(seen.endpoint())
        && instance.status().message().equals(seen.message());
  }
}
