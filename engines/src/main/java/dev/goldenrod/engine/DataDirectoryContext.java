package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A data directory that is being prepared for a server.
 *
 * @param release such as {@code 15}
 * @param program returns the path of an engine's program
 * @param files files beside the data that its server cannot access
 */
public record DataDirectoryContext(
    String release,
    UnaryOperator<String> program,
    Path data,
    PrivateFiles files,
    ToolRunner tools,
    ServerRunner servers) {
  public DataDirectoryContext {
    Objects.requireNonNull(release);
    Objects.requireNonNull(program);
    Objects.requireNonNull(data);
    Objects.requireNonNull(files);
    Objects.requireNonNull(tools);
    Objects.requireNonNull(servers);
  }
}
