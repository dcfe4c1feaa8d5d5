package dev.goldenrod.imports;

/** How far an import job has come. The names are the specification's. */
public enum ImportPhase {
  PENDING("Pending"),
  PROBING("Probing"),
  PROVISIONING("Provisioning"),
  IMPORTING("Importing"),
  SNAPSHOTTING("Snapshotting"),
  REGISTERING("Registering"),
  CLEANING("Cleaning"),
  SUCCEEDED("Succeeded"),
  FAILED("Failed");

  private final String wireName;

  ImportPhase(String wireName) {
    this.wireName = wireName;
  }

  /** The name in the API. */
  public String wireName() {
    return wireName;
  }

  /** Whether the job has ended. */
  public boolean isTerminal() {
    return this == SUCCEEDED || this == FAILED;
  }

  /** Whether the data plane does the work of this phase. */
  public boolean isDataPlaneStep() {
    return switch (this) {
      case PROBING, PROVISIONING, IMPORTING, SNAPSHOTTING, CLEANING -> true;
      case PENDING, REGISTERING, SUCCEEDED, FAILED -> false;
    };
  }

  /**
   * Whether a job in this phase may go to that one: each to the next, any running one to Failed.
   */
  public boolean canBecome(ImportPhase next) {
    return switch (this) {
      case SUCCEEDED, FAILED -> false;
      default -> next == FAILED || next == following();
    };
  }

  /**
   * The phase that follows when this one's work is done.
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
