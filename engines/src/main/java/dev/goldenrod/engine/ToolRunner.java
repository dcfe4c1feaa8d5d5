package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs an engine's tools where its data is, as the user that the data belongs to, in a folder of
 * their own. Tools of other runs reach none of its files. Used by one thread at a time.
 */
public interface ToolRunner {
  /**
   * Runs the command to its end and returns its exit code. What it prints is kept in the file of
   * the run's name.
   *
   * @param name of the run
   * @param environment besides PATH; holds no secret
   * @param line is given each line of output
   * @throws dev.goldenrod.port.DataPlaneException when it cannot be started, or when the work it is
   *     part of is not wanted any more
   */
  int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line);

  /** The path of the file of that name, as tools see it; it need not exist. */
  Path file(String name);

  /** Writes a file that only tools can read, in place of one of that name, and returns its path. */
  Path write(String name, byte[] content);

  /** Makes a folder that is the tools' own, and returns its path. */
  Path makeFolder(String name);

  /** Removes the file or folder of that name; without effect when there is none. */
  void remove(String name);
}
