package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Data that is being made.
 *
 * @param release the engine's, as in {@code 15}
 * @param program the path of the engine's program of that name
 * @param data the data directory
 * @param files what lies beside the data, out of its server's reach
 * @param tools runs the engine's tools on the data
 * @param servers runs the engine's server on the data
 */
public record Preparation(
    String release,
    UnaryOperator<String> program,
    Path data,
    PrivateFiles files,
    ToolRunner tools,
    ServerRunner servers) {
  public Preparation {
    Objects.requireNonNull(release);
    Objects.requireNonNull(program);
    Objects.requireNonNull(data);
    Objects.requireNonNull(files);
    Objects.requireNonNull(tools);
    Objects.requireNonNull(servers);
  }
}
