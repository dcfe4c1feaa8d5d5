package dev.goldenrod.engine;

import java.util.Optional;

/** Small files that go with a database's data and that only the control plane can read. */
public interface PrivateFiles {
  /**
   * What the file of that name holds; empty when there is none.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be read
   */
  Optional<String> read(String name);

  /**
   * Writes the file, in place of one of that name; it is on the disk for good when this returns.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be written
   */
  void write(String name, String text);

  /**
   * Writes the file unless there is one of that name. Of several processes that share the files,
   * all get the same.
   *
   * @return what the file holds then
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be read or written
   */
  String createIfMissing(String name, String text);

  /**
   * Gives the file another name, in place of one of that name, if it holds that text; without
   * effect otherwise.
   *
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done
   */
  void rename(String from, String text, String to);

  /**
   * Removes the file; without effect when there is none.
   *
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done
   */
  void remove(String name);
}
