package dev.goldenrod.engine;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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

  /** Transforms the output of a command. */
  interface Filter {
    void apply(InputStream output, OutputStream filtered) throws IOException;
  }

  /**
   * Runs a command, passes its output through a filter on the calling thread, and writes the result
   * to a file that only this process can read. Messages of the command are saved under the run's
   * name. The file may be incomplete unless 0 is returned. Several threads may call this method,
   * with different names.
   *
   * @param line receives each line of the command's messages after its end
   * @param file name of the file, which must not exist
   * @return the exit code
   * @throws dev.goldenrod.port.DataPlaneException if the data plane cannot do this, the command
   *     cannot be started, the filter fails, or the work is cancelled
   */
  default int filter(
      String name,
      List<String> command,
      Map<String, String> environment,
      Consumer<String> line,
      Filter filter,
      String file) {
    throw new DataPlaneException("rows cannot be masked on this data plane yet");
  }

  /** Returns the path of a file as tools see it; the file need not exist. */
  Path file(String name);

  /** Writes a file that only tools can read, replacing an existing one, and returns its path. */
  Path write(String name, byte[] content);

  /** Creates a directory that belongs to the tools, and returns its path. */
  Path makeFolder(String name);

  void remove(String name);
}
