package dev.goldenrod.port;

/**
 * The store does not know all that a data plane holds, because it is older than that, a copy of the
 * store that went on with it, or another one. Nothing was changed; the message names the way out.
 */
public final class OlderStoreException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * Why the store is refused.
   *
   * @param wayOut what can be done
   */
  public OlderStoreException(String reason, String wayOut) {
    super(reason + "; " + wayOut);
    this.reason = reason;
  }

  /** Why, without the way out. */
  public String reason() {
    return reason;
  }
}
