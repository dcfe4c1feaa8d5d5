package dev.goldenrod.port;

/**
 * The store does not know all that a data plane holds, because it is older than that, a copy of the
 * store that went on with it, or another one. Nothing was changed; the message names the way out.
 */
public final class OlderStoreException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public OlderStoreException(String message) {
    super(message);
  }
}
