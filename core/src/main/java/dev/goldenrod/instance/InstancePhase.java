package dev.goldenrod.instance;

import java.util.EnumSet;
import java.util.Set;

/** Where an instance stands. */
public enum InstancePhase {
  /** Accepted; nothing was done yet. */
  PENDING("Pending"),
  /** The data plane is making or repairing the clone. */
  PROVISIONING("Provisioning"),
  /** A client has logged in with its credentials and run a query. */
  READY("Ready"),
  /**
   * It cannot be made; the message says why. A reset or a refresh tries again; a clone that came
   * right by itself is Ready.
   */
  FAILED("Failed"),
  /** Its deletion was accepted. */
  TERMINATING("Terminating");

  private final String wireName;

  InstancePhase(String wireName) {
    this.wireName = wireName;
  }

  /** The name in the API. */
  public String wireName() {
    return wireName;
  }

  /** Whether the phase changes only when somebody asks for it or something breaks. */
  public boolean isSettled() {
    return this == READY || this == FAILED;
  }

  /** Whether an instance in this phase may go to that one. */
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
