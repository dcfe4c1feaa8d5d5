package dev.goldenrod.server.config;

/** Thrown if a configuration file cannot be used; the message names file and line. */
public final class ConfigFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigFileException(String message, Throwable cause) {
    super(message, cause);
  }

  ConfigFileException(String message) {
    super(message);
  }
}
