package dev.goldenrod.port;

/**
 * Thrown when the store may lack rows of what a data plane holds, because the store is an older
 * backup, a copy that diverged, or another store. Nothing was changed; the message names the
 * remedy.
 */
public final class OlderStoreException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * Creates the exception.
   *
   * @param reason why the store is refused
   * @param wayOut the remedy
   */
  public OlderStoreException(String reason, String wayOut) {
    super(reason + "; " + wayOut);
    this.reason = reason;
  }

  /** Returns why the store is refused, without the remedy. */
  public String reason() {
    return reason;
  }
}
