package dev.goldenrod.port;

/**
 * Thrown when an archive cannot be used as requested; the message gives the reason and the remedy.
 */
public final class ArchiveRefusedException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public ArchiveRefusedException(String message) {
    super(message);
  }
}
