package dev.goldenrod.engine;

import java.util.Optional;

/**
 * Small files that belong to a database's data and that only the control plane can read. All
 * methods throw a {@link dev.goldenrod.port.DataPlaneException} on I/O errors.
 */
public interface PrivateFiles {
  /** Returns the content of a file; empty if the file does not exist. */
  Optional<String> read(String name);

  /** Writes a file durably, replacing an existing one. */
  void write(String name, String text);

  /** Writes a file unless it exists, and returns the content that all processes then share. */
  String createIfMissing(String name, String text);

  /** Renames a file if it holds the given text, replacing an existing file of the new name. */
  void rename(String from, String text, String to);

  /** Removes a file if it exists. */
  void remove(String name);
}
