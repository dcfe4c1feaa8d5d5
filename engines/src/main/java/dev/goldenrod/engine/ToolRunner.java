package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs an engine's tools beside its data, as the user that owns the data, in a directory of their
 * own that the tools of other runs cannot access. Not thread-safe.
 */
public interface ToolRunner {
  /**
   * Runs a command and returns its exit code. A data plane may save its output under the run's
   * name.
   *
   * @param name of the run
   * @param environment variables besides PATH; holds no secret
   * @param line receives each line of output
   * @throws dev.goldenrod.port.DataPlaneException if the command cannot be started, or the work
   *     that it is part of is cancelled
   */
  int run(
      String name, List<String> command, Map<String, String> environment, Consumer<String> line);

  /** Returns the path of a file as tools see it; the file need not exist. */
  Path file(String name);

  /** Writes a file that only tools can read, replacing an existing one, and returns its path. */
  Path write(String name, byte[] content);

  /** Creates a directory that belongs to the tools, and returns its path. */
  Path makeFolder(String name);

  void remove(String name);
}
