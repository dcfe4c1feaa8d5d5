package dev.goldenrod.port;

/** What cannot be done with an archive; the message says why, and the way out. */
public final class ArchiveRefusedException extends DataPlaneException {
  private static final long serialVersionUID = 1L;

  public ArchiveRefusedException(String message) {
    super(message);
  }
}
