package dev.goldenrod.instance;

import java.util.EnumSet;
import java.util.Set;

/** The phases of an instance. */
public enum InstancePhase {
  /** The instance was accepted; nothing has been done yet. */
  PENDING("Pending"),
  /** The data plane is creating or repairing the clone. */
  PROVISIONING("Provisioning"),
  /** A client has logged in with the clone's credentials and run a query. */
  READY("Ready"),
  /**
   * The clone cannot be created; the message says why. A reset or a refresh tries again, and a
   * clone that recovers by itself becomes ready.
   */
  FAILED("Failed"),
  TERMINATING("Terminating");

  private final String wireName;

  InstancePhase(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the name in the API. */
  public String wireName() {
    return wireName;
  }

  /** Returns whether the phase lasts until a request or a failure changes it. */
  public boolean isSettled() {
    return this == READY || this == FAILED;
  }

  /** Returns whether an instance may go from this phase to the given one. */
  public boolean canBecome(InstancePhase next) {
    return reachable().contains(next);
  }

  private Set<InstancePhase> reachable() {
    return switch (this) {
      case PENDING, PROVISIONING, READY -> EnumSet.allOf(InstancePhase.class);
      case FAILED -> EnumSet.of(PENDING, READY, FAILED, TERMINATING);
      case TERMINATING -> EnumSet.of(TERMINATING);
    };
  }
}
