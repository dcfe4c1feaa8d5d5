package dev.goldenrod.imports;

/** The phases of an import job, in order. The names are the specification's. */
public enum ImportPhase {
  PENDING("Pending"),
  PROBING("Probing"),
  PROVISIONING("Provisioning"),
  IMPORTING("Importing"),
  SNAPSHOTTING("Snapshotting"),
  /** Only a step to {@link #CLEANING}; the version becomes ready when that is done. */
  REGISTERING("Registering"),
  CLEANING("Cleaning"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed");

  private final String wireName;

  ImportPhase(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the name in the API. */
  public String wireName() {
    return wireName;
  }

  /** Returns whether the job has ended. */
  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /** Returns whether the data plane does the work of this phase. */
  public boolean isDataPlaneStep() {
    return switch (this) {
      case PROBING, PROVISIONING, IMPORTING, SNAPSHOTTING, CLEANING -> true;
      case PENDING, REGISTERING, SUCCEEDED, FAILED -> false;
    };
  }

  /**
   * Returns whether a job may go from this phase to the given one: to the next one in order, or
   * from any phase that has not ended to {@link #FAILED}.
   */
  public boolean canBecome(ImportPhase next) {
    return switch (this) {
      case SUCCEEDED, FAILED -> false;
      default -> next == FAILED || next == following();
    };
  }

  /**
   * Returns the next phase in order.
   *
   * @throws IllegalStateException when the job has ended
   */
  public ImportPhase following() {
    if (isTerminal()) {
      throw new IllegalStateException("no phase follows " + wireName);
    }
    return values()[ordinal() + 1];
  }
}
