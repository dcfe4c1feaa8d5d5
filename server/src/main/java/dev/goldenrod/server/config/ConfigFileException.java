package dev.goldenrod.server.config;

/** A configuration file cannot be used; the message is one line that names file and line. */
public final class ConfigFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigFileException(String message, Throwable cause) {
    super(message, cause);
  }

  ConfigFileException(String message) {
    super(message);
  }
}
