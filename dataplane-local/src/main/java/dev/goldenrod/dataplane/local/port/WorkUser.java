package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.net.ServerSocket;

/**
 * The user of one piece of work. Where users of their own can be had, nobody else of the machine
 * has it while this is open: it follows from a port that is held so long.
 *
 * @param runAs the user
 * @param port bound, and listened on by nobody
 */
public record WorkUser(RunAs runAs, ServerSocket port) implements AutoCloseable {
  /** Kills all that the user runs. */
  @Override
  public void close() {
    try (port) {
      runAs.killAll();
    } catch (IOException e) {
      throw new DataPlaneException("cannot give port %d back".formatted(port.getLocalPort()), e);
    }
  }
}
